#!/usr/bin/python3
"""run.py FPCHECK [BATCH ...]: runs the kernels of the batches beside this file and counts what was found.

A batch is a folder with wrong/ and sound/, written by people who knew the README only, and hashes.txt, made before the first run.
A kernel's line `// expect:` says what is wrong with it and where. A wrong kernel is found if the run ends with exit code 1 and an
error; at its line if an error's place in the file is within two lines of the expected one. Exit code 3 is counted apart.
--record writes each batch's results.tsv; without it the results are compared with that file. Exits with 1 where a wrong kernel that
was found is no longer, or a sound one that passed no longer does, and with 77 without nvcc.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXPECT = re.compile(r'//\s*expect:\s*(ok|error)\b(?:.*?\bat line (\d+))?')


def changed(batch):
    """Files that are not what hashes.txt says."""
    return [name for digest, name in (line.split() for line in (batch / 'hashes.txt').read_text().splitlines())
            if hashlib.sha256((batch / name).read_bytes()).hexdigest() != digest]


def places(finding, file):
    return [f.get('line') for f in finding.get('stack', []) if pathlib.Path(f.get('file', '')).name == file.name]


def look(tool, file, options):
    """(exit code, {rule@line} of errors) of one run."""
    command = [tool, 'run', str(file), '--format', 'json', '--time', str(options.time), '--seed', str(options.seed)]
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=4 * options.time + 60)
        cases = json.loads(p.stdout)['cases']
    except subprocess.TimeoutExpired:
        return 124, {}
    except (ValueError, KeyError):
        return p.returncode, {'no-report': []}
    errors = {}
    for c in cases:
        for f in c['findings']:
            if not f.get('suppressed') and f['level'] == 'error':
                errors.setdefault(f['rule'], []).extend(places(f, file))
        if any(o.get('verdict') == 'mismatch' for o in c['comparisons']):
            errors.setdefault('mismatch', [])
    return p.returncode, errors


def judge(file, code, errors):
    if file.parent.name == 'sound':
        return {0: 'clean', 1: 'flagged', 3: 'undecided'}.get(code, f'exit-{code}')
    if code != 1 or not errors:
        return {0: 'passed', 3: 'undecided'}.get(code, f'exit-{code}')
    line = EXPECT.search(file.read_text()).group(2)
    near = line and any(at and abs(at - int(line)) <= 2 for lines in errors.values() for at in lines)
    return 'found-at-line' if near else 'found'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fpcheck')
    parser.add_argument('batches', nargs='*')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--time', type=int, default=60, help='seconds given to each run')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--record', action='store_true')
    options = parser.parse_args()
    if not (shutil.which('nvcc') or pathlib.Path('/usr/local/cuda/bin/nvcc').exists()):
        print('no nvcc')
        return 77
    tool = str(pathlib.Path(options.fpcheck).resolve())
    worse = 0
    for batch in sorted(HERE / b for b in options.batches) or sorted(p.parent for p in HERE.glob('*/hashes.txt')):
        if changed(batch):
            sys.exit(f'{batch.name}: not as they were written: {changed(batch)}')
        files = sorted(batch.glob('*/*.cu'))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            runs = list(pool.map(lambda f: look(tool, f, options), files))
        record = batch / 'results.tsv'
        before = dict(line.split('\t')[:2] for line in record.read_text().splitlines()) if record.exists() and not options.record else {}
        rows, counts = [], {}
        for file, (code, errors) in zip(files, runs):
            name, verdict = f'{file.parent.name}/{file.stem}', judge(file, code, errors)
            kind = file.parent.name, verdict
            counts[kind] = counts.get(kind, 0) + 1
            told = ' '.join(sorted(f'{rule}@{",".join(sorted({str(x) for x in lines if x}))}' for rule, lines in errors.items()))
            rows.append(f'{name}\t{verdict}\t{told}')
            was = before.get(name, verdict)
            if was.split('-')[0] != verdict.split('-')[0] and was in ('clean', 'found', 'found-at-line'):
                print(f'{batch.name}/{name}: was {was}, is {verdict} {told}')
                worse += 1
        if options.record:
            record.write_text('\n'.join(rows) + '\n')
        for of in ('wrong', 'sound'):
            print(f'batch {batch.name}, {of}: ' + ', '.join(f'{n} {verdict}' for (kind, verdict), n in sorted(counts.items()) if kind == of))
    return 1 if worse else 0


if __name__ == '__main__':
    sys.exit(main())
