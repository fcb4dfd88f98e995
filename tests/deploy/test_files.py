"""What is handed out for servers is read by the programs it is for."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import trustme
import yaml

from tests.browser.server import ROOT, free_port
from tests.browser.test_wheel import build
from tests.deploy.fleet import DEPLOY, here, nginx
from tests.store.services import missing


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


@pytest.mark.parametrize("upstreams", ["", "to 127.0.0.1:8000 127.0.0.1:8001", "dynamic a web 8000"])
def test_caddy_takes_its_file(upstreams: str, tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed here; as root, `.ci/run` installs Debian's package")
    words = [program, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    environment = {"HOME": str(tmp_path)} | ({"TABLESIDE_UPSTREAMS": upstreams} if upstreams else {})
    told = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_the_compose_file_names_what_is_there() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert services.keys() == {"web", "postgres", "redis", "proxy"}
    built = services["web"]["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).is_file()
    assert (DEPLOY / services["proxy"]["volumes"][0].split(":")[0]).is_file()


def test_the_image_holds_all_that_the_wheel_is_made_of(tmp_path: Path) -> None:
    """What is copied into it is enough to build the wheel."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("COPY ") and "--from" not in line]
    copied = [line.split()[1:] for line in lines]
    for *sources, to in copied:
        for source in sources:
            place = tmp_path / to / Path(source).name if to.endswith("/") else tmp_path / to
            place.parent.mkdir(parents=True, exist_ok=True)
            whole = (ROOT / source).is_dir()
            shutil.copytree(ROOT / source, place) if whole else shutil.copy(ROOT / source, place)
    build(tmp_path, tmp_path / "dist", "-t", "wheel")
    assert list((tmp_path / "dist").glob("tableside-*.whl"))
