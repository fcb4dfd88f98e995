"""A field of a form never bears the name of something the form has itself.

`form.remove` is then the field, and whoever would take the form off the page fails. A field that a command
calls so is written with an underscore at its end (`remove_`).
"""

import re

import pytest

from tests.house.reading import ROOT, named, templates
from webapp.table.commands import commands

OWN_WORDS = """
acceptCharset accessKey action activeViewTransition addEventListener after animate append appendChild
assignedSlot attachInternals attachShadow attributeStyleMap attributes autocapitalize autocomplete
autofocus baseURI before blur checkValidity checkVisibility childElementCount childNodes children
classList className click clientHeight clientLeft clientTop clientWidth cloneNode closest
compareDocumentPosition computedStyleMap constructor contains contentEditable currentCSSZoom
customElementRegistry dataset dir dispatchEvent draggable editContext elementTiming elements encoding
enctype enterKeyHint firstChild firstElementChild focus focusGroup focusGroupStart getAnimations
getAttribute getAttributeNS getAttributeNames getAttributeNode getAttributeNodeNS getBoundingClientRect
getClientRects getElementsByClassName getElementsByTagName getElementsByTagNameNS getHTML getRootNode
hasAttribute hasAttributeNS hasAttributes hasChildNodes hasOwnProperty hasPointerCapture hidden
hidePopover id inert innerHTML innerText inputMode insertAdjacentElement insertAdjacentHTML
insertAdjacentText insertBefore isConnected isContentEditable isDefaultNamespace isEqualNode isPrototypeOf
isSameNode lang lastChild lastElementChild length localName lookupNamespaceURI lookupPrefix matches method
moveBefore name namespaceURI nextElementSibling nextSibling noValidate nodeName nodeType nodeValue nonce
normalize offsetHeight offsetLeft offsetParent offsetTop offsetWidth outerHTML outerText ownerDocument
parentElement parentNode part popover prefix prepend previousElementSibling previousSibling
propertyIsEnumerable pseudo querySelector querySelectorAll rel relList releasePointerCapture remove
removeAttribute removeAttributeNS removeAttributeNode removeChild removeEventListener replaceChild
replaceChildren replaceWith reportValidity requestFullscreen requestPointerLock requestSubmit reset role
scroll scrollBy scrollHeight scrollIntoView scrollIntoViewIfNeeded scrollLeft scrollTo scrollTop
scrollWidth setAttribute setAttributeNS setAttributeNode setAttributeNodeNS setHTML setHTMLUnsafe
setPointerCapture shadowRoot showPopover slot spellcheck startViewTransition style submit tabIndex tagName
target textContent title toLocaleString toString toggleAttribute togglePopover translate valueOf
virtualKeyboardPolicy when writingSuggestions
"""
OWN = set(OWN_WORDS.split())
"""What a form has in a browser: its properties and methods."""
COMMANDS = {"name", "target", "action", "role", "part"}
"""Words of the commands all the same: htmx and our scripts read these of a form by its attributes alone."""
NAMES = r"""<(?:input|select|textarea|button|output|fieldset)\b[^>]*?\sname="([\w-]+)\""""
KEYS = r"""press\([^)]*?[{,]\s*"([\w-]+)":\s"""
ASKED = r"""fields\.\w+\([^,]+, "([\w-]+)\""""


def test_no_field_hides_what_its_form_has() -> None:
    for file in templates():
        text = file.read_text(encoding="utf-8")
        found = {name for pattern in (NAMES, KEYS, ASKED) for name in re.findall(pattern, text)}
        assert found & OWN <= COMMANDS, named(file)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (NAMES, '<button class="x" name="remove" value="1">'),
        (KEYS, '{{ forms.press("tag.edit", {"remove": "true"}, "Go") }}'),
        (ASKED, '{{ fields.number("scene-" ~ what, "remove", "How long") }}'),
    ],
)
def test_the_search_finds_such_a_field(pattern: str, text: str) -> None:
    assert re.findall(pattern, text) == ["remove"]


def test_no_script_reads_of_a_form_what_a_field_may_hide() -> None:
    hidden = re.compile(rf"\bform\.({'|'.join(COMMANDS)})\b")
    scripts = (ROOT / "static" / "js").rglob("*.js")
    assert [named(path) for path in scripts if hidden.search(path.read_text(encoding="utf-8"))] == []


def test_no_command_has_a_field_that_ends_in_an_underscore() -> None:
    assert [each for kind in commands().values() for each in kind.model_fields if each.endswith("_")] == []
