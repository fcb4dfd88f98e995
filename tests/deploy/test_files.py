"""What is handed out for servers is read by the programs it is for."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import trustme
import yaml

from tests.browser.server import ROOT, free_port
from tests.browser.test_wheel import build
from tests.deploy.fleet import DEPLOY, here, nginx
from tests.store.services import missing

SERVICES = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
UPSTREAMS = SERVICES["proxy"]["environment"]["TABLESIDE_UPSTREAMS"]


def test_systemd_knows_every_line_of_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        missing("systemd-analyze")
    unit = (DEPLOY / "tableside@.service").read_text(encoding="utf-8")
    assert "/opt/tableside/bin/gunicorn" in unit
    (tmp_path / "tableside@.service").write_text(unit.replace("/opt/tableside/bin/gunicorn", sys.executable))
    (tmp_path / "tableside@8000.service").symlink_to("tableside@.service")
    instance = tmp_path / "tableside@8000.service"
    words = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", instance]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_nginx_takes_the_site(tmp_path: Path) -> None:
    """With its TLS; only the paths of the certificate and the ports are of this machine."""
    made = trustme.CA().issue_cert("play.example")
    made.cert_chain_pems[0].write_to_path(tmp_path / "cert.pem")
    made.private_key_pem.write_to_path(tmp_path / "key.pem")
    site = here(tmp_path)
    site = re.sub(r"/etc/letsencrypt\S+/fullchain.pem", str(tmp_path / "cert.pem"), site)
    site = re.sub(r"/etc/letsencrypt\S+/privkey.pem", str(tmp_path / "key.pem"), site)
    site = re.sub(r"listen (80|443)", lambda _: f"listen 127.0.0.1:{free_port()}", site)
    (tmp_path / "nginx.conf").write_text(site)
    words = [nginx(), "-t", "-q", "-c", tmp_path / "nginx.conf"]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("upstreams", ["", "to 127.0.0.1:8000 127.0.0.1:8001", UPSTREAMS])
def test_caddy_takes_its_file(upstreams: str, tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed here; as root, `.ci/run` installs Debian's package")
    words = [program, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    environment = {"HOME": str(tmp_path)} | ({"TABLESIDE_UPSTREAMS": upstreams} if upstreams else {})
    told = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_the_compose_file_names_what_is_there() -> None:
    assert SERVICES.keys() == {"web", "postgres", "redis", "proxy"}
    built = SERVICES["web"]["build"]
    assert (DEPLOY / built["context"]).resolve() == ROOT
    assert (ROOT / built["dockerfile"]).is_file()
    assert (DEPLOY / SERVICES["proxy"]["volumes"][0].split(":")[0]).is_file()


def test_the_proxy_waits_for_a_healthy_process_and_forgets_those_that_are_gone() -> None:
    """Within the five seconds for which it tries again."""
    assert SERVICES["proxy"]["depends_on"] == {"web": {"condition": "service_healthy"}}
    assert "/healthz" in SERVICES["web"]["healthcheck"]["test"][-1]
    compile(SERVICES["web"]["healthcheck"]["test"][-1], "healthcheck", "exec")
    assert "refresh 1s" in UPSTREAMS
    assert "lb_try_duration 5s" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_the_image_holds_all_that_the_wheel_is_made_of(tmp_path: Path) -> None:
    """What is copied into it is enough to build the wheel."""
    for *sources, to in copied():
        for source in sources:
            place = tmp_path / to / Path(source).name if to.endswith("/") else tmp_path / to
            place.parent.mkdir(parents=True, exist_ok=True)
            whole = (ROOT / source).is_dir()
            shutil.copytree(ROOT / source, place) if whole else shutil.copy(ROOT / source, place)
    build(tmp_path, tmp_path / "dist", "-t", "wheel")
    (wheel,) = (tmp_path / "dist").glob("tableside-*.whl")
    held = zipfile.ZipFile(wheel).namelist()
    assert [name for name in held if name.endswith(".dist-info/sboms/sbom.cdx.json")]
    terms = {f"webapp/static/licences/{path.name}" for path in (ROOT / "static" / "licences").iterdir()}
    assert terms <= set(held)


def copied() -> list[list[str]]:
    """The words of each line by which the image takes something from the checkout."""
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    return [line.split()[1:] for line in lines if line.startswith("COPY ") and "--from" not in line]


def test_nothing_but_what_the_image_is_made_of_is_sent_to_its_builder() -> None:
    """Not the history, and not `instance` with its keys."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    sent = {rule[1:] for rule in rules if rule.startswith("!")}
    assert sent == {source for *sources, _ in copied() for source in sources}
    assert "instance" not in sent


def test_the_bill_of_materials_lists_what_is_locked_and_vendored() -> None:
    """`make lock` writes it anew; or, by itself: `.venv/bin/python .ci/sbom > .ci/lock/sbom.cdx.json`."""
    written = subprocess.run(
        [sys.executable, ROOT / ".ci" / "sbom"], capture_output=True, text=True, check=True
    )
    kept = (ROOT / ".ci" / "lock" / "sbom.cdx.json").read_text(encoding="utf-8")
    assert written.stdout == kept
    parts = json.loads(kept)["components"]
    locked = (ROOT / ".ci" / "lock" / "server.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^(\S+)==(\S+)", locked, re.MULTILINE)
    assert [(part["name"], part["version"]) for part in parts if "hashes" not in part] == pinned
    (htmx,) = (part for part in parts if part["name"] == "static/vendor/htmx-4.0.1.min.js")
    assert (htmx["version"], htmx["licenses"]) == ("4.0.1", [{"license": {"id": "0BSD"}}])
