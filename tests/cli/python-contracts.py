"""Random tool contracts, with the digests that Python's json and hashlib give them.

usage: python-contracts.py contracts SCHEMAC SEED COUNT
       python-contracts.py doubles SCHEMAC SEED COUNT

The first compares all digests of COUNT contracts with those of SCHEMAC, the second how COUNT
numbers are written. Nothing here knows how SCHEMAC does it: the rules are those of
src/contract/README.md, applied to what json.loads makes of the same text. Works in the current
folder. Exit status 1: there is a difference, which is printed.
"""

import hashlib
import json
import math
import random
import struct
import subprocess
import sys

PRESENTATION = {"default", "title", "description", "examples", "$comment"}
COMPAT = "agent-connector-sdk:mcp-tool-contract-compat:v2"
EXACT = "agent-connector-sdk:mcp-tool-contract:v2"
V1 = "agent-utilities:mcp-tool-schema-compat:v1"
RAW = "schemac:tool-raw:v1"
IN_A_FILE = 250


# ---- the digests ------------------------------------------------------------------------------------


def canonical(value, dropped):
    if isinstance(value, dict):
        return {k: canonical(v, dropped) for k, v in value.items() if k not in dropped}
    if isinstance(value, list):
        items = [canonical(item, dropped) for item in value]
        return sorted(items) if all(isinstance(item, str) for item in items) else items
    return value


def encode(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(label, value):
    head = label.encode() + b"\0" if label else b""
    return hashlib.sha256(head + encode(value).encode("ascii")).hexdigest()


def schema_of(tool, names):
    for name in names:
        if name in tool:
            return tool[name]
    return None


def expected(tool):
    """What `schemac fingerprint --format json` has to say of TOOL."""
    name = tool.get("name") if isinstance(tool, dict) else None
    given = schema_of(tool, ("inputSchema", "input_schema")) or {}
    output = schema_of(tool, ("outputSchema", "output_schema"))
    answer = {"name": name if isinstance(name, str) else None}
    raw = digest(RAW, tool)

    def refused(word):
        return {**answer, "raw": raw, "refused": word}

    if not isinstance(name, str) or not name:
        return refused("no_name")
    if not isinstance(given, dict):
        return refused("input_not_object")
    compat_input = canonical(given, PRESENTATION)
    if not compat_input:
        return refused("empty_input_schema")
    if output is not None and not isinstance(output, dict):
        return refused("output_not_object")
    compat_output = canonical(output, PRESENTATION)
    exact = {
        "input_schema": canonical(given, {"default"}),
        "name": name,
        "output_schema": canonical(output, {"default"}),
    }
    compat = {"input_schema": compat_input, "name": name}
    answer["v1"] = digest(V1, compat)
    compat["output_schema"] = compat_output
    answer["compat"] = digest(COMPAT, compat)
    answer["exact"] = digest(EXACT, exact)
    answer["output"] = "" if output is None else digest(None, compat_output)
    answer["raw"] = raw
    return answer


# ---- random JSON, as text ---------------------------------------------------------------------------

KEYS = [
    "type", "properties", "required", "enum", "const", "title", "description", "default", "examples",
    "$comment", "$defs", "anyOf", "items", "Title", "example", "defaults", "inputSchema", "name",
    "", " ", "a", "b", "\u00e9", "e\u0301", "\u007f", "\u2028", "\uffff", "\U00010000", "\ue000",
    "\0", "a\0b", "\"", "\\", "/", "\U0001f680", "\u8aad", "~", "k" * 300,
]
PLANES = [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF)]
SHORT = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def blank(self):
        return self.r.choice(["", "", "", " ", "\n", "\t\r\n  "])

    def escaped(self, char):
        units = char.encode("utf-16-be")
        pairs = [units[i : i + 2] for i in range(0, len(units), 2)]
        form = self.r.choice(["\\u%04x", "\\u%04X"])
        return "".join(form % struct.unpack(">H", pair)[0] for pair in pairs)

    def string(self, text):
        out = []
        for char in text:
            if self.r.random() < 0.1:
                out.append(self.escaped(char))
            elif char in SHORT:
                out.append(SHORT[char])
            elif char == "/" and self.r.random() < 0.5:
                out.append("\\/")
            else:
                out.append(self.escaped(char) if char < " " else char)
        return '"' + "".join(out) + '"'

    def text(self):
        length = self.r.choice([0, 1, 1, 2, 3, 8, 30])
        return "".join(chr(self.r.randint(*self.r.choice(PLANES))) for _ in range(length))

    def key(self):
        return self.r.choice(KEYS) if self.r.random() < 0.85 else self.text()

    def number(self):
        kind = self.r.randrange(4)
        if kind == 0:
            return self.r.choice(["0", "-0", "0.0", "-0.0", "1", "1.0", "1e2", "100", "1E+2", "10e1",
                                  "-0e5", "0e-999", "1e16", "1e15", "0.0001", "0.00001", "1e-400"])
        if kind == 1:
            digits = str(self.r.randint(1, 9))
            return self.r.choice(["", "-"]) + digits + self.digits(self.r.choice([0, 3, 15, 17, 19, 40, 400]))
        return self.double()

    def digits(self, count):
        return "".join(self.r.choice("0123456789") for _ in range(count))

    def double(self):
        """A number that is read as a double, in any spelling."""
        while True:
            kind = self.r.randrange(4)
            bits = self.r.getrandbits(64)
            if kind == 0:
                text = repr(struct.unpack("<d", struct.pack("<Q", bits))[0])
            elif kind == 1:
                text = "%.*e" % (self.r.choice([0, 1, 15, 16, 17, 30]),
                                 struct.unpack("<d", struct.pack("<Q", bits))[0])
            elif kind == 2:
                text = "%s%d.%s" % (self.r.choice(["", "-"]), self.r.choice([0, self.r.randint(1, 10**9)]),
                                    self.digits(self.r.randint(1, 25)))
            else:
                text = "%d%s%s%d" % (self.r.randint(1, 10 ** self.r.choice([1, 5, 16, 18])),
                                     self.r.choice("eE"), self.r.choice(["", "+", "-"]),
                                     self.r.choice([0, 4, 5, 15, 16, 17, 22, 23, self.r.randint(0, 290)]))
            try:
                if math.isfinite(float(text)) and any(c in text for c in ".eE"):
                    return text
            except ValueError:
                pass

    def strings(self):
        items = [self.r.choice(KEYS) if self.r.random() < 0.7 else self.text()
                 for _ in range(self.r.choice([0, 1, 2, 5, 12]))]
        return "[" + ",".join(self.blank() + self.string(item) for item in items) + self.blank() + "]"

    def array(self, depth):
        if self.r.random() < 0.4:
            return self.strings()
        items = [self.value(depth - 1) for _ in range(self.r.choice([0, 1, 2, 4]))]
        return "[" + self.blank() + ",".join(items) + "]"

    def members(self, pairs):
        return "{" + ",".join(self.blank() + self.string(k) + self.blank() + ":" + v for k, v in pairs) + "}"

    def object(self, depth):
        count = self.r.choice([0, 1, 2, 3, 5, 20])
        pairs = [(self.key(), self.value(depth - 1)) for _ in range(count)]
        if pairs and self.r.random() < 0.1:  # a key that stands twice: the last counts
            pairs.insert(self.r.randrange(len(pairs)), (pairs[-1][0], self.value(0)))
        return self.members(pairs)

    def value(self, depth):
        kind = self.r.randrange(7 if depth > 0 else 4)
        if kind == 0:
            return self.r.choice(["null", "true", "false"])
        if kind == 1:
            return self.number()
        if kind < 4:
            return self.string(self.text())
        return self.array(depth) if kind == 4 else self.object(depth)

    def schema(self):
        if self.r.random() < 0.06:
            return self.value(1)
        pairs = [(self.key(), self.value(3)) for _ in range(self.r.randint(1, 4))]
        return self.members(pairs + [("type", self.string("object"))] * (self.r.random() < 0.9))

    def tool(self):
        pairs = [("name", self.string(self.text() or "t"))] * (self.r.random() < 0.97)
        if self.r.random() < 0.97:
            pairs.append((self.r.choice(["inputSchema", "inputSchema", "input_schema"]), self.schema()))
        if self.r.random() < 0.5:
            pairs.append((self.r.choice(["outputSchema", "output_schema"]), self.schema()))
        for _ in range(self.r.randrange(3)):
            pairs.append((self.r.choice(["description", "title", "annotations", "_meta", "icons"]), self.value(2)))
        self.r.shuffle(pairs)
        return self.members(pairs)


# ---- the comparison ---------------------------------------------------------------------------------


def run(arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit("status %d: %s" % (done.returncode, done.stderr.decode()[:2000]))
    return done.stdout.decode()


def compare_contracts(schemac, seed, count):
    maker = Maker(seed)
    refused = 0
    for begin in range(0, count, IN_A_FILE):
        texts = [maker.tool() for _ in range(min(IN_A_FILE, count - begin))]
        with open("contracts.json", "w", encoding="utf-8", newline="") as file:
            file.write('{"tools":[' + ",\n".join(texts) + "]}")
        got = json.loads(run([schemac, "fingerprint", "--allow-concealed", "--format", "json", "contracts.json"]))
        if len(got["tools"]) != len(texts):
            sys.exit("%d tools, not %d" % (len(got["tools"]), len(texts)))
        for text, one in zip(texts, got["tools"]):
            want = expected(json.loads(text))
            refused += "refused" in want
            if one != want:
                sys.exit("seed %d differs:\n%s\n%s\n%s" % (seed, ascii(text), one, want))
    print("%d contracts agree, %d of them refused" % (count, refused))


def compare_doubles(schemac, seed, count):
    maker = Maker(seed)
    texts = [maker.double() for _ in range(count)]
    with open("doubles.json", "w", encoding="ascii") as file:
        file.write('{"name":"n","inputSchema":{"enum":[' + ",\n".join(texts) + "]}}")
    got = run([schemac, "fingerprint", "--algorithm", "compat", "--payload", "doubles.json"])
    head, tail = '{"input_schema":{"enum":[', ']},"name":"n","output_schema":null}\n'
    if not got.startswith(head) or not got.endswith(tail):
        sys.exit("that is no payload: " + got[:200])
    numbers = got[len(head) : -len(tail)].split(",")
    for text, one in zip(texts, numbers):
        if one != repr(float(text)):
            sys.exit("seed %d: %s is %r, not %s" % (seed, text, float(text), one))
    if len(numbers) != count:
        sys.exit("%d numbers, not %d" % (len(numbers), count))
    print("%d numbers agree" % count)


def main():
    what, schemac, seed, count = sys.argv[1:]
    compare = {"contracts": compare_contracts, "doubles": compare_doubles}[what]
    compare(schemac, int(seed), int(count))


main()
