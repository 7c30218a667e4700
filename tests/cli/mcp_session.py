#!/usr/bin/env python3
"""A scripted session with `fpcheck mcp`: what a client sees, and what a stranger's request cannot do. Usage: mcp_session.py FPCHECK SOURCE_FOLDER"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

fpcheck, source = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []


def check(condition, what):
    if not condition:
        failures.append(what)
        print("mcp_session:", what)


class Client:
    def __init__(self, folder):
        environment = dict(os.environ, FPCHECK_NVCC="")
        self.process = subprocess.Popen([fpcheck, "mcp"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def send(self, data):
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, **parameters):
        self.count += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": parameters}).encode())
        answer = self.read()
        check(answer.get("id") == self.count and answer["jsonrpc"] == "2.0", f"the answer to {method} is not to it: {answer}")
        return answer

    def call(self, name, **arguments):
        answer = self.ask("tools/call", name=name, arguments=arguments)
        result = answer.get("result", {})
        structure = result.get("structuredContent", {})
        if result:
            check(json.loads(result["content"][0]["text"]) == structure, f"{name}: text and structure differ")
            check(set(structure.get("next", {})) <= {"why", "tool", "arguments"} and "why" in structure.get("next", {}), f"{name}: no one next step: {structure}")
        return result, structure

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=20)


def prepare(folder):
    for name in ("naive_variance.cu", "naive_variance.ptx"):
        shutil.copy(source / "examples/01_first_run" / name, folder)
    (folder / "link.ptx").symlink_to(source / "examples/01_first_run/naive_variance.ptx")
    (folder / "broken.cu").write_text("__global__ void k(float* x, int n) { x[0] = n; }\n")
    return folder


def usual_session(client):
    answer = client.ask("initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo={"name": "test", "version": "1"})["result"]
    check(answer["protocolVersion"] == "2025-03-26" and answer["serverInfo"]["name"] == "fpcheck" and "tools" in answer["capabilities"], f"initialize: {answer}")
    check(client.ask("initialize", protocolVersion="1999-01-01")["result"]["protocolVersion"] == "2025-06-18", "an unknown revision is not answered by ours")
    client.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')  # has no answer: the next one is ping's
    check(client.ask("ping")["result"] == {}, "ping")
    tools = {t["name"]: t for t in client.ask("tools/list")["result"]["tools"]}
    check(list(tools) == ["run", "what_if", "explain", "init", "report"], f"tools: {list(tools)}")
    check(all(t["inputSchema"]["type"] == "object" and t["annotations"]["readOnlyHint"] for t in tools.values()), "schemas")

    arguments = {"file": "naive_variance.ptx", "kernel": "naive_variance", "launch": "4, 256", "values": ["0=uniform(1000,1001):4x1024", "1=empty:4", "2=1024"]}
    result, run = client.call("run", **arguments)
    check(not result["isError"] and run["verdict"] == "findings" and run["exit_code"] == 1, f"run: {str(run)[:600]}")
    finding = run["cases"][0]["findings"][0]
    check(finding["rule"] == "cancellation" and finding["stack"][0]["line"] == 26, f"finding: {finding}")
    step = run["next"]
    check(step["tool"] == "what_if" and step["arguments"]["changes"] == ["line 26: f64"], f"next: {step}")
    _, varied = client.call(step["tool"], **step["arguments"])  # the suggested step can be taken as it is
    check(len(varied["cases"][0]["what_if"]) == 2 and varied["next"]["tool"] == "explain", f"what_if: {str(varied)[:600]}")
    _, explained = client.call(varied["next"]["tool"], **varied["next"]["arguments"])
    check("To mend it:" in explained["text"], f"explain: {explained}")
    check("cancellation" in client.call("report", format="markdown")[1]["text"], "report of the last run")
    _, cases = client.call("init", file="naive_variance.cu")
    check("has a case in line 4" in cases["text"] and cases["next"]["tool"] == "run", f"init: {cases}")
    _, unknown = client.call("run", file="broken.cu")
    check(unknown["exit_code"] == 2 and unknown["next"]["tool"] == "init", f"no case: {unknown}")
    _, wrong = client.call("explain", rule="cancelation")
    check(wrong["exit_code"] == 2 and "did you mean 'cancellation'" in wrong["message"], f"explain: {wrong}")


def refused_requests(client, folder):
    def refused(why, name, **arguments):
        result, structure = client.call(name, **arguments)
        check(result and result["isError"] and structure["exit_code"] == 2, f"{name} {arguments} is not refused: {structure}")
        check(why in structure.get("message", ""), f"{name} {arguments}: {structure}")

    outside = "is not below the server's folder"
    refused(outside, "run", file="../naive_variance.ptx")
    refused(outside, "run", file="/etc/x.ptx")
    refused(outside, "run", file="link.ptx")
    refused(outside, "run", file="naive_variance.ptx", values=["0=@/etc/passwd"])
    refused(outside, "run", file="naive_variance.ptx", values=["0=inout:@../x.npy"])
    refused(outside, "run", file="naive_variance.ptx", ref=["variance=@/etc/passwd"])
    refused(outside, "report", file="/etc/passwd")
    refused(outside, "init", file="../x.cu")
    refused("is not NAME=VALUE", "run", file="naive_variance.ptx", values=["--trust"])
    refused("is not NAME=VALUE", "run", file="naive_variance.ptx", values=["-o=json:stolen.json"])
    refused("is no .cu", "run", file="--nvcc=-ccbin=x")
    refused("has no argument 'nvcc'", "run", file="naive_variance.cu", nvcc="-ccbin ./evil")
    refused("has no argument 'save'", "run", file="naive_variance.ptx", save=["x=out.npy"])
    refused("has no argument 'trust'", "run", file="naive_variance.ptx", trust=True)
    refused("is not as tools/list says", "run", file=["a.ptx"])
    refused("is not as tools/list says", "run", file="x.ptx", values=["a=1"] * 257)
    refused("is not as tools/list says", "run", file="x" * 20000 + ".ptx")
    refused("is not as tools/list says", "report", format="html")
    refused("wants the argument 'changes'", "what_if", file="naive_variance.ptx")
    # Words that look like options stay the values of theirs.
    client.call("run", file="naive_variance.ptx", kernel="--save=0=stolen.npy", tol="--trust", shadow="-o=json:stolen.json")
    client.call("run", file="naive_variance.ptx", launch="1, 1>>> --save=0=stolen.npy")
    check(sorted(p.name for p in folder.iterdir()) == ["broken.cu", "link.ptx", "naive_variance.cu", "naive_variance.ptx"], "a request wrote a file")


def malformed_messages(client):
    for data, code in ((b"{", -32700), (b"[]", -32600), (b"17", -32600), (b'"x"', -32600), (b"[" * 100000, -32700), (b"\xff\xfe", -32700),
                       (b'{"jsonrpc": "2.0", "id": 1}', -32600), (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
                       (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600), (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601),
                       (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}', -32602), (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]}', -32602),
                       (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "sh"}}', -32602),
                       (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "run", "arguments": 3}}', -32602),
                       (b'{"x": "' + b"a" * (3 << 20) + b'"}', -32600)):
        client.send(data)
        check(client.read()["error"]["code"] == code, f"{data[:60]} is not answered by {code}")
    client.send(b"\n\n")
    check(client.ask("ping")["result"] == {}, "the server does not live on")


with tempfile.TemporaryDirectory() as name:
    here = prepare(pathlib.Path(name).resolve())
    session = Client(here)
    usual_session(session)
    refused_requests(session, here)
    malformed_messages(session)
    check(session.close() == 0, "the end of stdin is not the end")
print("mcp_session:", "all as expected" if not failures else f"{len(failures)} failed")
sys.exit(bool(failures))
