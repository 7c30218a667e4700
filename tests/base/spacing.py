#!/usr/bin/python3
"""spacing.py ROOT: what .clang-format says of the spaces within lines, of every source and header.

Where lines end and what stands in columns is a person's choice, which clang-format cannot keep (a list of one's own lines becomes one
line, a chained choice a staircase). What is left is compared: spaces around operators, brackets, pointers and braces. Ends with 1 and
the places where clang-format would have them otherwise, and with 77 without clang-format.
"""
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml


def chosen(before, old, new, after):
    """Whether a replacement concerns lines, columns or comments."""
    return ('\n' in old + new or len(old) > 1 or len(new) > 1 or not before.strip() or after[:2] in ('//', '/*', '\\\n')
            or after[:1] in ('\\', '\n') or '//' in before)


def misread(before, after):
    """Whether clang-format takes a comparison for a template's brackets or a reference for a product, or the other way around."""
    return (before + after).lstrip()[:1] == '#' or any(c in before[-2:] + after[:2] for c in '<>&*')


def look(binary, paths):
    printed = subprocess.run([binary, '--output-replacements-xml', *map(str, paths)], capture_output=True, check=True, text=True).stdout
    documents = printed.split("<?xml version='1.0'?>")[1:]
    assert len(documents) == len(paths), 'one answer a file'
    return [line for path, document in zip(paths, documents) for line in differences(path, document)]


def differences(path, document):
    data = path.read_bytes()
    found = []
    for r in xml.fromstring(document).iter('replacement'):
        at, length = int(r.get('offset')), int(r.get('length'))
        before = data[:at].decode().rsplit('\n', 1)[-1]
        old, new, after = data[at:at + length].decode(), r.text or '', data[at + length:].decode().split('\n', 1)[0]
        after += '\n'
        if not chosen(before, old, new, after) and not misread(before, after):
            found.append(f"{path}:{data[:at].count(10) + 1}: '{before[-30:]}' then {new!r}, not {old!r}, then '{after.rstrip()[:30]}'")
    return found


def main():
    binary = shutil.which('clang-format') or shutil.which('clang-format-14')
    if not binary:
        print('no clang-format')
        return 77
    root = pathlib.Path(sys.argv[1])
    files = sorted(p for d in ('include', 'src', 'tests') for p in (root / d).rglob('*') if p.suffix in ('.cpp', '.hpp'))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        groups = [files[k:k + 100] for k in range(0, len(files), 100)]
        found = [line for lines in pool.map(lambda g: look(binary, g), groups) for line in lines]
    print(*found, sep='\n')
    print(f'{len(files)} files, {len(found)} places')
    return bool(found)


sys.exit(main())
