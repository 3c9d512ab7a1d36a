#!/usr/bin/env python3
"""disclosure.py - the schemas of a tool split and put together again, by Python's json and hashlib.

usage: disclosure.py make properties|text FILE
       disclosure.py both FILE FRAGMENTS DOCUMENT

make writes a tool whose document has nearly, or exactly, 16 MiB: very many properties, or one long
text. both does what `schemac disclose` and `schemac restore` do with it: it writes the same FRAGMENTS
and the same DOCUMENT.
"""
import hashlib
import json
import sys

LIMIT = 16 * 1024 * 1024
PART = 4096


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def make(kind, path):
    if kind == "text":
        schema = {"description": "a" * (LIMIT - len('{"inputSchema":{"description":""},"outputSchema":null}'))}
    else:
        properties, size, number = {}, 0, 0
        while size < LIMIT - 1000:
            name = "property%06d" % number
            properties[name] = {
                "type": "string",
                "description": 'Number %d, "quoted", é ü 漢字,\nin two lines.' % number,
                "minLength": number % 7,
                "examples": ["a", number, number * 1.5],
            }
            size += len(canonical(properties[name])) + len(name) + 4
            number += 1
        schema = {"type": "object", "properties": properties}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"name": "bench", "inputSchema": schema}, file)


def disclose(path, fragments):
    with open(path, "rb") as file:
        tool = json.loads(file.read())
    pair = {"inputSchema": tool["inputSchema"], "outputSchema": tool.get("outputSchema")}
    document = canonical(pair)
    parts, at = [], 0
    while at < len(document):
        end = min(at + PART, len(document))
        while end < len(document) and document[end] & 0xC0 == 0x80:
            end -= 1
        parts.append(document[at:end])
        at = end
    manifest = {
        "version": 1,
        "operation": "bench",
        "alias": "bench",
        "source_sha256": digest(b""),
        "schema_sha256": digest(document),
        "schema_bytes": len(document),
        "input_schema_sha256": digest(canonical(pair["inputSchema"])),
        "output_schema_sha256": digest(canonical(pair["outputSchema"])),
        "fragment_count": len(parts),
        "manifest_uri": "schema://bench/bench/manifest",
        "fragment_uri_template": "schema://bench/bench/fragments/{index}",
    }
    with open(fragments, "wb") as file:
        for index, part in enumerate(parts):
            fragment = {**manifest, "index": index, "fragment_sha256": digest(part), "text": part.decode()}
            file.write(json.dumps(fragment, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
    return manifest


def restore(manifest, fragments, path):
    texts = []
    with open(fragments, "rb") as file:
        for index, line in enumerate(file):
            fragment = json.loads(line)
            text = fragment["text"].encode()
            assert fragment["index"] == index and digest(text) == fragment["fragment_sha256"]
            assert all(fragment[name] == value for name, value in manifest.items())
            texts.append(text)
    document = b"".join(texts)
    pair = json.loads(document)
    assert digest(document) == manifest["schema_sha256"] and canonical(pair) == document
    assert digest(canonical(pair["inputSchema"])) == manifest["input_schema_sha256"]
    assert digest(canonical(pair["outputSchema"])) == manifest["output_schema_sha256"]
    with open(path, "wb") as file:
        file.write(document)


if sys.argv[1] == "make":
    make(*sys.argv[2:])
else:
    restore(disclose(*sys.argv[2:4]), *sys.argv[3:])
