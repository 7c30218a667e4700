"""Texts that whoever names a kernel, a file or a tensor, or writes a line of source, may choose to break a report with; a document that has one
of them wherever a document holds text from outside; and a kernel whose file name and blamed line are hostile."""
import copy, os, re

OWNED = "data-owned"  # the attribute that a script would set if one ran
SCRIPT = "document.documentElement.setAttribute('data-owned','1')"
HOSTILE = {
    "markup": "</pre></code></td></table><script>" + SCRIPT + "</script><img src=x onerror=\"" + SCRIPT + "\"><svg onload=\"" + SCRIPT + "\"><!--",
    "quotes": "\"' onmouseover=\"" + SCRIPT + "\" autofocus onfocus='" + SCRIPT + "' `|` ]]>&lt;b&gt;&#60;script&#62;",
    "direction": "\u202etxet desrever\u202c \u2066isolated\u2069 \u200f\u061c",
    "control": "nul\u0000 bell\u0007 \u001b[31m\u001b[2J\u001b]0;title\u0007 \u009b2J \u007f \u2028line \r\r\n::error file=x::forged%0A::warning::x",
    "markdown": "| cell | `code` ``two`` [link](javascript:alert(1)) <b>bold</b> | \\| \n\n# heading",
    "long": "x" * 100000,
    "empty": "",
}
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
# Words of the document's own vocabulary: anything else is text from outside.
VOCABULARY = {"schema", "name", "version", "rule", "level", "verdict", "outcome", "dtype"}


def hostile_document(document, text):
    """The JSON report with `text` in place of every string that a user's files or words gave."""
    def replaced(value, key):
        if isinstance(value, dict):
            return {k: replaced(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [replaced(v, key) for v in value]
        if not isinstance(value, str) or value in ("", "nan", "inf", "-inf") or key in VOCABULARY or key == "map":
            return value
        return text
    out = copy.deepcopy(document)
    out["cases"] = [replaced(c, "") for c in document["cases"]]
    out["sources"] = [replaced(s, "") for s in document["sources"]]
    return out


def hostile_kernel(source, work):
    """A copy of the suspect kernel of examples/01_first_run, its source's name and the line that is blamed hostile. Returns the arguments of `fpcheck run`."""
    example = os.path.join(source, "examples/01_first_run/naive_variance")
    name = "<img src=x onerror=" + SCRIPT.replace("/", "") + "> `|'\u202e.cu"
    lines = open(example + ".cu", encoding="utf-8").read().split("\n")
    at = next(i for i, line in enumerate(lines) if "mean * mean" in line)
    lines[at] += " // " + HOSTILE["markup"] + HOSTILE["direction"] + HOSTILE["control"].replace("\n", " ") + HOSTILE["quotes"] + HOSTILE["long"]
    open(os.path.join(work, name), "w", encoding="utf-8", newline="\n").write("\n".join(lines))
    ptx = open(example + ".ptx", encoding="utf-8").read()
    ptx = re.sub(r'(?m)^(\s*\.file\s+1\s+)"[^"]*"', lambda m: m.group(1) + '"' + name + '"', ptx)
    path = os.path.join(work, "hostile.ptx")
    open(path, "w", encoding="utf-8").write(ptx)
    return [path, "-l", "<<<4, 256>>>", "0=uniform(1000,1001):4x1024", "1=empty:4", "2=1024"]
