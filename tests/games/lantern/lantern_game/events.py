"""What happens in Lantern and nowhere else: the light is carried."""

from webapp.games.api import Event, Ref, event


@event("lantern.carried")
class LightCarried(Event):
    """Somebody carries the light now; `steadied` says whether they are no longer Shaken."""

    who: Ref
    steadied: bool = False
