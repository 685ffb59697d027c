"""Reads the CSV in transcripts of golden.sh: golden.py FILE...

Prints each line that has other than as many fields as its header, or is no CSV.
"""
import csv
import sys


def check(command, lines):
    """Prints what is wrong with the lines that the command printed."""
    rows = []
    try:
        rows.extend(csv.reader(lines, strict=True))
    except csv.Error as error:
        print(f"{command}: {error}: {lines[len(rows)]}")
    for row in rows:
        if len(row) != len(rows[0]):
            print(f"{command}: {len(row)} fields, not {len(rows[0])}: {row}")


for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as stream:
        outputs = stream.read().split("\n$ ")
    for output in outputs:
        command, *lines = output.splitlines()
        if " -f csv " in command:
            check(command, lines)
