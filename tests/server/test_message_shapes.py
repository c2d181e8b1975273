"""The shapes of messages are known to msgspec before the first thread needs them."""

from __future__ import annotations

import subprocess
import sys

# msgspec learns a class when it is first read. Two threads that do so at the same time crash the process.
ALL_AT_ONCE = """
import sys, threading
import msgspec
import goldenspike.server.app
from goldenspike.server.storage import table_record

def shapes(of):
    for one in of.__subclasses__():
        yield one
        yield from shapes(one)

def some(shape):
    tag = {shape.__struct_config__.tag_field: shape.__struct_config__.tag} if shape.__struct_config__.tag else {}
    return msgspec.json.encode(tag | dict.fromkeys(reversed(shape.__struct_encode_fields__)))

def read(shape, raw, together):
    together.wait()
    try:
        msgspec.json.decode(raw, type=shape)
    except (msgspec.ValidationError, TypeError):
        pass

ours = [one for one in shapes(msgspec.Struct) if one.__module__.startswith("goldenspike.")]
sys.setswitchinterval(1e-6)
for shape in ours:
    together = threading.Barrier(6)
    threads = [threading.Thread(target=read, args=(shape, some(shape), together)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(len(ours))
"""


def test_threads_that_read_the_same_shape_first_do_not_crash() -> None:
    run = subprocess.run([sys.executable, "-c", ALL_AT_ONCE], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, (run.returncode, run.stderr)
    assert int(run.stdout) > 50
