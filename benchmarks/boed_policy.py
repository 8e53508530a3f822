"""A scripted player of the belief-state agent, served as an OpenAI-compatible model.

Input: the prompts of the agent, over HTTP on 127.0.0.1. Output: turns of a deterministic
policy that reads nothing but the prompt. It claims more than it may, so that the belief
state has something to refuse, and by the excerpt it is orderly, repeats its calls, or asks
for as many calls as a turn takes.
"""

import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]

MANNERS = ("orderly", "orderly", "repeating", "greedy", "greedy")
_HEADED = re.compile(
    r"(?P<head>[^\n]+:)\n<outside-text (\w+)>\n(?P<text>.*?)\n</outside-text \2>", re.DOTALL
)
_ITEM = re.compile(
    r' *(?P<id>[CNPQH]\d+) (?P<kind>\w+), (?P<status>\w+): "(?P<text>.*?)"'
    r"(?= Look up| Cited as| Counted in| Also for| Opinion| Rests on| Note| Needs no|$)(?P<rest>.*)"
)
_OBSERVATION = re.compile(r"Observation (\d+) \(")
_OPINION = re.compile(r"Opinion (\S+)\.(?= |$)")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a prompt shows: the parts of it that the policy goes by."""

    excerpt: str
    items: tuple[Json, ...]
    done: str
    observations: tuple[tuple[int, Json], ...]
    is_last: bool


def read_prompt(prompt: str) -> Shown:
    """The excerpt, the list, what was done and the new observations of a prompt."""
    blocks = [(match["head"], match["text"]) for match in _HEADED.finditer(prompt)]
    said = dict(blocks)
    items: list[Json] = []
    owner = ""
    for line in said["The list:"].splitlines():
        if match := _ITEM.match(line):
            item = match.groupdict()
            owner = item["id"] if item["kind"] == "citation" else owner
            items.append(item | {"owner": owner})
    observations = [
        (int(match[1]), json.loads(text))
        for head, text in blocks
        if (match := _OBSERVATION.match(head))
    ]
    return Shown(
        said["The excerpt:"],
        tuple(items),
        said.get("Done so far:", ""),
        tuple(observations),
        "This is the last turn" in prompt,
    )


def manner_of(excerpt: str) -> str:
    """How the policy plays an excerpt; always the same."""
    return MANNERS[hashlib.sha256(excerpt.encode()).digest()[0] % len(MANNERS)]


def play(prompt: str) -> Json:
    """The answer to one prompt."""
    shown = read_prompt(prompt)
    answer: Json = {"updates": list(_updates(shown))}
    if shown.is_last:
        return answer
    calls = _calls(shown)
    candidates = [
        {"action": tool, "arguments": arguments, "information_gain": round(3 / (n + 1), 3)}
        for n, (tool, arguments) in enumerate(calls)
    ]
    chosen = list(range(1, len(candidates) + 1))
    return answer | {"candidates": candidates, "chosen": chosen, "done": not calls}


def _updates(shown: Shown) -> Iterator[Json]:
    for number, data in shown.observations:
        if "status" in data:
            yield from _of_look_up(shown, number, data)
        elif "stands_verbatim" in data:
            yield from _of_search(shown, number, data)


def _said(item: Json, status: str, number: int, words: str, **more: str) -> Json:
    return {"item": item["id"], "status": status, "observation": number, "words": words} | more


def _of_look_up(shown: Shown, number: int, data: Json) -> Iterator[Json]:
    for item in shown.items:
        if item["kind"] != "citation" or f"{data['citation']}" not in _references(item):
            continue
        names = [i for i in shown.items if i["kind"] == "name" and i["owner"] == item["id"]]
        if not data["cases"] or data["status"] == "inside_another_case":
            # Refused where the volume is not held whole.
            yield _said(item, "hallucinated", number, data["meaning"])
            continue
        case = data["cases"][0]
        words = case["names"][0]
        yield _said(item, "verified", number, words, opinion=case["opinion_id"])
        for name in names:
            # One of the two is refused, unless only one party differs.
            yield _said(name, "verified", number, words)
            yield _said(name, "hallucinated", number, words)


def _of_search(shown: Shown, number: int, data: Json) -> Iterator[Json]:
    opinions = _opinions(shown)
    for item in shown.items:
        if opinions.get(item["owner"]) != data["opinion_id"] or item["status"] != "pending":
            continue
        if not data["stands_verbatim"]:
            if item["kind"] == "quotation":
                yield _said(item, "hallucinated", number, data["meaning"])
            continue
        words = data["matches"][0]["words"]
        if item["kind"] in ("quotation", "pin"):
            yield _said(item, "verified", number, words)
        if item["kind"] == "pin":
            yield _said(item, "hallucinated", number, words)


def _references(item: Json) -> list[str]:
    found = re.search(r"Look up as: (.*?)\.(?: |$)(?=Opinion|Rests|Note|Also|$)", item["rest"])
    return found[1].split("; ") if found else []


def _opinions(shown: Shown) -> dict[str, str]:
    """The opinion of each citation, as far as the list names one."""
    return {
        item["id"]: found[1]
        for item in shown.items
        if item["kind"] == "citation" and (found := _OPINION.search(item["rest"]))
    }


def _calls(shown: Shown) -> list[tuple[str, Json]]:
    manner = manner_of(shown.excerpt)
    wanted = _wanted(shown)
    if manner == "greedy":
        return _more_than_enough(shown)
    calls = wanted[:2]
    if manner == "repeating" and shown.done and calls:
        # The first call of all again, written otherwise.
        first = [i for i in shown.items if _references(i)]
        if first:
            calls.append(("look_up_citation", {"citation": f" {_references(first[0])[0]}  "}))
    return calls


def _wanted(shown: Shown) -> list[tuple[str, Json]]:
    """The look-ups that were not made, then the quotations that were not sought."""
    calls: list[tuple[str, Json]] = []
    for item in shown.items:
        references = _references(item)
        if item["kind"] == "citation" and item["status"] == "pending" and references:
            call = ("look_up_citation", {"citation": references[0]})
            if references[0] not in shown.done and call not in calls:
                calls.append(call)
    opinions = _opinions(shown)
    for item in shown.items:
        opinion = opinions.get(item["owner"])
        if item["kind"] == "quotation" and item["status"] == "pending" and opinion:
            words = item["text"]
            if words[:30] not in shown.done:
                calls.append(("search_opinion", {"opinion_id": opinion, "words": words}))
    return calls


def _more_than_enough(shown: Shown) -> list[tuple[str, Json]]:
    """Six calls that were never made, most of them for the first citation."""
    round_ = shown.done.count("\n")
    names = [i["text"] for i in shown.items if i["kind"] == "name"] or ["nobody"]
    calls: list[tuple[str, Json]] = [
        ("search_cases", {"query": f"{names[0]} {round_} {n}"}) for n in range(4)
    ]
    calls += [("think", {"thought": f"round {round_}, so far nothing"})]
    return [*_wanted(shown)[:1], *calls]


@dataclass(slots=True)
class PolicyServer:
    """The running server: its address, and how many requests came."""

    url: str = ""
    latency: float = 0.0
    total: int = 0

    @property
    def model(self) -> str:
        """Its name as a model."""
        return f"openai-compatible:{self.url}/v1#policy"


@contextmanager
def serve_policy(latency: float = 0.0) -> Iterator[PolicyServer]:
    """Run the policy as a model for the length of a block."""
    state = PolicyServer(latency=latency)
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            body = self.rfile.read(length)
            if len(body) < length:
                raise ConnectionError("killed while it asked")
            request = json.loads(body)
            with lock:
                state.total += 1
            time.sleep(state.latency)
            prompt = next(m["content"] for m in request["messages"] if m["role"] == "user")
            reply = json.dumps(_completion(json.dumps(play(prompt)), state.total)).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:
                # The other side was killed.
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _completion(content: str, number: int) -> Json:
    message = {"role": "assistant", "content": content}
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_800_000_000,
        "model": "policy",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
