"""The files of a deployment as they are written: what they start, they can start, and what they name is there."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from goldenspike.cli import parser
from goldenspike.server.cluster.trial_nats import TrialNats

from .databases import database_of, postgresql_only
from .trials.server import Server

ROOT = Path(__file__).resolve().parents[2]
HOST = "games.example.org"
SET = {"GOLDENSPIKE_HOST": HOST, "POSTGRES_PASSWORD": "one", "NATS_PASSWORD": "two", "PUBLIC_URL": f"https://{HOST}"}
NODES = ["node1", "node2", "node3"]
UNITS = {"goldenspike@.service": "serve", "goldenspike-worker@.service": "worker"}


def filled_in(text: str) -> str:
    """With what an operator has set."""
    return re.sub(r"\$\{(\w+)(?::?[-?][^}]*)?\}", lambda found: SET.get(found[1], ""), text)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return found


def understood(words: list[str]) -> argparse.Namespace:
    """A command line, read as the program reads it."""
    return parser().parse_args(words)


def variables(text: str) -> set[str]:
    """The settings of this program that a file names."""
    return set(re.findall(r"\bGOLDENSPIKE_[A-Z_]+\b", text)) - {
        "GOLDENSPIKE_HOST",
        "GOLDENSPIKE_VERSION",
    }  # for compose.yaml alone


def known_variables() -> set[str]:
    return {
        name
        for path in (ROOT / "src" / "goldenspike").rglob("*.py")
        for name in variables(path.read_text("utf-8"))
    }  # fmt: skip


def test_every_service_is_there_and_starts_what_the_program_knows(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"postgres", "nats", "caddy", "worker1", "worker2", *NODES}
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        named = {one.partition(":")[0] for one in service.get("volumes", ()) if not one.startswith(".")}
        assert named <= set(compose["volumes"]), name
    for name in NODES:
        given = understood([filled_in(word) for word in services[name]["command"]])
        assert given.command == "serve"
        assert (given.public_url, given.port, given.data) == (f"https://{HOST}", 1869, "/data")
        assert [compose["networks"]["default"]["ipam"]["config"][0]["subnet"]] == given.proxy
        assert services[name]["hostname"] == name
    assert understood(services["worker1"]["command"]).command == "worker"
    told = services["node1"]["environment"]
    assert services["worker1"]["environment"] == told
    assert filled_in(told["GOLDENSPIKE_DATABASE"]) == "postgresql://goldenspike:one@postgres/goldenspike"
    assert filled_in(told["GOLDENSPIKE_BUS"]) == "nats://goldenspike:two@nats:4222"
    assert [filled_in(word) for word in services["nats"]["command"]] == ["--user", "goldenspike", "--pass", "two"]
    assert set(told) <= known_variables()
    assert {service["image"] for service in services.values() if "build" in service} == {
        "goldenspike:${GOLDENSPIKE_VERSION:-latest}"
    }


def test_the_example_of_settings_names_all_that_are_asked_for() -> None:
    asked = re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text("utf-8"))
    example = (ROOT / "deploy" / "example.env").read_text("utf-8")
    assert set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == set(asked)


def test_the_balancer_leads_to_the_nodes_and_hides_what_is_not_for_visitors(compose: dict[str, Any]) -> None:
    caddy = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    upstreams = re.search(r"reverse_proxy (.*) \{", caddy)
    assert upstreams is not None
    assert upstreams[1].split() == [f"{name}:1869" for name in NODES]
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro" in compose["services"]["caddy"]["volumes"]
    hidden = re.search(r"@private path (.*)", caddy)
    assert hidden is not None
    assert set(hidden[1].split()) == {"/metrics", "/readyz", "/health"}


@pytest.mark.parametrize(("name", "command"), UNITS.items())
def test_a_unit_starts_what_the_program_knows(name: str, command: str) -> None:
    unit = (ROOT / "deploy" / name).read_text("utf-8")
    line = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert line is not None
    program, *words = shlex.split(filled_in(line[1]).replace("%i", "1869"))
    assert program.endswith("/bin/goldenspike")
    given = understood(words)
    assert given.command == command
    if command == "serve":
        assert (given.port, given.public_url) == (1869, f"https://{HOST}")
        state = re.search(r"^StateDirectory=(.*)$", unit, re.MULTILINE)
        assert state is not None
        assert given.data == f"/var/lib/{state[1].replace('%i', '1869')}"
    assert variables(unit) <= known_variables()
    # A cache that two units share belongs to one user: with DynamicUser= each of them would take it from the other.
    assert "DynamicUser" not in unit
    assert re.search(r"^User=goldenspike$", unit, re.MULTILINE)


def test_the_dashboard_is_whole() -> None:
    board = json.loads((ROOT / "deploy" / "grafana" / "goldenspike.json").read_text("utf-8"))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    for panel in board["panels"]:
        assert panel["datasource"]["uid"] == "${datasource}"
        assert all(target["expr"] for target in panel["targets"]), panel["title"]
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24


def test_every_command_for_operators_is_one() -> None:
    """Those in the blocks of the page; its other words are those of the shell."""
    text = (ROOT / "docs" / "operations.md").read_text("utf-8")
    blocks = "\n".join(re.findall(r"^ *```\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL))
    found = re.findall(r"\bgoldenspike ((?:serve|worker|cluster|backup|restore|check|compile)\b[^#\n]*)", blocks)
    assert len(found) >= 2
    for words in found:
        understood(shlex.split(words))


@postgresql_only
def test_a_node_as_in_the_container_is_healthy(compose: dict[str, Any], tmp_path: Path) -> None:
    """The command of compose.yaml, the health check of the Containerfile, and a visitor through the balancer."""
    command = [filled_in(word) for word in compose["services"]["node1"]["command"]]
    told = command[command.index("--public-url") :]
    checked = re.search(r"HEALTHCHECK [^\n]*\\\n +CMD (\[.*\])", (ROOT / "Containerfile").read_text("utf-8"))
    assert checked is not None
    nats = TrialNats().start()
    try:
        environment = {"GOLDENSPIKE_BUS": nats.url, "GOLDENSPIKE_METRICS_TOKEN": "token"}
        proxied = [*told, "--log", "json", "--proxy", "127.0.0.0/8"]
        server = Server(tmp_path / "data", arguments=proxied, environment=environment, limits=True)
        assert server.shared == database_of(tmp_path / "data") is not None
        server.data.mkdir()
        with server:
            words = [word.replace(":1869", f":{server.port}") for word in json.loads(checked[1])]
            assert words[0] == "python"
            subprocess.run([sys.executable, *words[1:]], check=True, timeout=60)
            through = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
            with httpx.Client(base_url=server.address, trust_env=False) as visitor:
                assert visitor.get("/healthz", headers={"Host": HOST}).status_code == 200
                page = visitor.get("/", headers=through)
                assert page.status_code == 200
                assert "strict-transport-security" in page.headers or "content-security-policy" in page.headers
                assert visitor.get("/healthz", headers={"Host": "elsewhere.example"}).status_code != 200
                asked = {"Authorization": "Bearer token"}
                assert visitor.get("/metrics", headers=through).status_code != 200
                assert visitor.get("/metrics", headers=asked).status_code == 200
    finally:
        nats.stop()
    assert os.listdir(server.data)
