"""Every address of the server's own description, called with what fits it and with what does not."""

from __future__ import annotations

import json
from typing import Any

import hypothesis
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode

from .clients import Person
from .crash import nothing_broke
from .fuzz import Victim

PATIENCE_S = 120.0  # longer than the server gives to anything, on a busy machine too


def on_the_api(victim: Victim, *, examples: int) -> list[str]:
    """Half of the calls are well-formed, half are not; real tables and real people are among the guesses."""
    description = victim.people[0].ask("GET", "/openapi.json")
    schema = schemathesis.openapi.from_dict(json.loads(description.content))
    stranger = Person(victim.server.port, "Stranger")
    stranger.do("GET", "/api/me")
    before, found, calls = victim.fingerprint(), [], 0
    slow: list[str] = []

    def check(case: Any) -> None:
        nonlocal calls
        calls += 1
        # The holder of a seat may change things here; whatever they ask must at least not break anything.
        person = victim.people[1] if case.operation.method.upper() == "GET" and calls % 3 == 0 else stranger
        for name in case.path_parameters or {}:
            if name in ("table", "table_id", "id", "name") and calls % 2:
                case.path_parameters[name] = victim.table
        kwargs = case.as_transport_kwargs(base_url=person.origin)
        kwargs = {key: value for key, value in kwargs.items() if key in ("method", "url", "params", "json", "data")}
        headers = {"Content-Type": "application/json"}
        body = kwargs.pop("data", None)
        if "json" in kwargs:
            body = json.dumps(kwargs.pop("json"), default=str)
        if isinstance(body, dict):
            body = json.dumps(body, default=str)
        if case.operation.path.endswith("/events"):  # an answer that never ends: its beginning tells enough
            with person.http.stream(content=body, headers=headers, timeout=PATIENCE_S, **kwargs) as stream:
                if stream.status_code == 200:
                    return
                stream.read()
                answer = stream
        else:
            answer = person.http.request(content=body, headers=headers, timeout=PATIENCE_S, **kwargs)
        if answer.status_code == 503 and json.loads(answer.content)["code"] == "slow":
            slow.append(f"{kwargs['method']} {kwargs['url']}")
            return
        told = f"{kwargs['method']} {kwargs['url']} {str(body)[:200]}: {answer.status_code} {answer.text[:200]}"
        if answer.status_code >= 500:
            found.append(told)
        elif answer.status_code >= 400 and "/api/" in kwargs["url"]:
            problem = json.loads(answer.content)
            if not isinstance(problem.get("error"), str) or "\n" in problem["error"]:
                found.append(f"no clear line: {told}")

    count = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        count += 1
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                run(operation.as_strategy(generation_mode=mode), check, examples)
            except (hypothesis.errors.Unsatisfiable, hypothesis.errors.InvalidArgument):
                continue  # nothing can be wrong about a call without arguments
    if not victim.server.alive:
        return [*found, "the server died"]
    if victim.fingerprint() != before:
        found.append("the table changed")
    if len(slow) > calls / 20:  # beside other programs, now and then a file takes longer than the server allows
        found.append(f"the server was too slow: {slow}")
    if count < 15 or calls < 3 * count:
        found.append(f"only {count} addresses and {calls} calls: this tests nothing")
    return found + nothing_broke(victim.server)


def run(strategy: Any, check: Any, examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=strategy)
    def once(case: Any) -> None:
        check(case)

    once()
