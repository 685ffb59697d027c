# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
"""Validates JSON of diskidx: schema.py SCHEMA FILE...

Each file is a document of diskidx -f json. The schema allows keys of later
versions; here it is closed, so that one which it doesn't describe is told, too.
Ends with 3 if this Python has no jsonschema.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(3)


def close(part):
    """Allows an object the keys that the schema names, and no other."""
    if isinstance(part, dict):
        if "properties" in part:
            part.setdefault("additionalProperties", False)
        part = part.values()
    elif not isinstance(part, list):
        return
    for other in part:
        close(other)


def refuse(word):
    """Refuses NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(f"no JSON: {word}")


def deepest(error):
    """Returns the error within the alternative that was meant."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.path))
    return error


with open(sys.argv[1], encoding="utf-8") as stream:
    schema = json.load(stream)
jsonschema.Draft202012Validator.check_schema(schema)
close(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as stream:
        document = json.load(stream, parse_constant=refuse)
    for error in validator.iter_errors(document):
        error = deepest(error)
        print(f"{name}: {list(error.path)}: {error.message[:200]}")
