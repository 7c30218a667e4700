#!/usr/bin/python3
"""Functions of more than 60 lines and files of more than 500 under src and include: no more than there are; the aim is two of each.

Run as: house.py ROOT. A table (.def, *_table.hpp) is no code. With --list, prints what it counted.
"""
import pathlib
import re
import sys

LONGEST_FUNCTION, LONGEST_FILE = 60, 500
MOST = {'function': 2, 'file': 2}  # goes down, never up
BLANKED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-zA-Z])\'(?:\\.|[^\'\\\n])+\'', re.S)
NO_FUNCTION = re.compile(r'\b(if|for|while|switch|catch|namespace|class|struct|enum|union|do|else|try)\b')
TAIL = re.compile(r'\)\s*(const|noexcept|override|final|mutable|&&?|->[^;{}]*|requires[^;{}]*|:[^;{}]*(\{[^{}]*\}[^;{}]*)*)*\s*$')


def blanked(text):
    """The text without comments and literals, with its lines kept."""
    return BLANKED.sub(lambda m: re.sub(r'[^\n]', ' ', m.group(0)), text)


def functions(text):
    """First and last line of each function that no other one contains."""
    stack, head, inside = [], 0, None
    for at, c in enumerate(text):
        if c == '{':
            before = text[head:at]
            is_function = inside is None and TAIL.search(before) and not NO_FUNCTION.search(before.split('(')[0])
            if is_function:
                inside = (len(stack), text.count('\n', 0, head + len(before) - len(before.lstrip())) + 1)
            stack.append(c)
        elif c == '}':
            if stack:
                stack.pop()
            if inside and inside[0] == len(stack):
                yield inside[1], text.count('\n', 0, at) + 1
                inside = None
        if c in ';{}' and inside is None:
            head = at + 1


def main():
    root = pathlib.Path(sys.argv[1])
    listed = '--list' in sys.argv
    counted = {'function': [], 'file': []}
    total = 0
    for folder in ('src', 'include'):
        for path in sorted((root / folder).rglob('*')):
            if path.suffix not in ('.cpp', '.hpp', '.cu', '.cuh') or path.stem.endswith('_table'):
                continue
            text = path.read_text(encoding='utf-8')
            name = path.relative_to(root)
            lines = text.count('\n')
            if lines > LONGEST_FILE:
                counted['file'].append(f'{name}: {lines} lines')
            text = re.sub(r'^[ \t]*#[^\n]*(\\\n[^\n]*)*', lambda m: '\n' * m.group(0).count('\n'), blanked(text), flags=re.M)
            for first, last in functions(text):
                total += 1
                if last - first + 1 > LONGEST_FUNCTION:
                    counted['function'].append(f'{name}:{first}: {last - first + 1} lines')
    wrong = total < 1000
    for what, longest in (('function', LONGEST_FUNCTION), ('file', LONGEST_FILE)):
        found = counted[what]
        wrong = wrong or len(found) > MOST[what]
        print(f'{len(found)} {what}s of more than {longest} lines, {MOST[what]} are allowed')
        if listed or len(found) > MOST[what]:
            print('\n'.join(f'  {f}' for f in found))
    print(f'{total} functions looked at')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
