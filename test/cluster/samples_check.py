#!/usr/bin/env python3
"""usage: samples_check.py DIRECTORY-OF-THE-SAMPLES

Runs the samples against the real API server of COINFORMER_CLUSTER_DIR, while this script writes objects. Each sample must
print what it should within half a minute, and end at Ctrl-C."""
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

SAMPLES, CLUSTER = sys.argv[1], os.environ["COINFORMER_CLUSTER_DIR"]
ENV = dict(line.strip().split("=", 1) for line in open(f"{CLUSTER}/env", encoding="utf-8"))
KUBECONFIG = f"{CLUSTER}/kubeconfig"
NS = f"samples-{os.getpid()}"
DEPLOYMENTS = f"/apis/apps/v1/namespaces/{NS}/deployments"
# stdbuf preloads a library, which the address sanitizer takes for a mistake
ENVIRONMENT = dict(os.environ, KUBECONFIG=KUBECONFIG,
                   ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")
failures = 0


def ask(method, path, body=None, kind="application/json"):
    request = urllib.request.Request(ENV["URL"] + path, method=method, data=json.dumps(body).encode() if body else None)
    request.add_header("Authorization", "Bearer " + ENV["TOKEN"])
    request.add_header("Content-Type", kind)
    with urllib.request.urlopen(request, context=ssl.create_default_context(cafile=ENV["CA"])) as answer:
        return answer.read().decode()


def merge(path, body):
    ask("PATCH", path, body, "application/merge-patch+json")


def kubectl(*arguments, otherwise, given=None):
    """Runs kubectl as docs/custom-resources.md shows it. Calls `otherwise` if there is no kubectl."""
    if not shutil.which("kubectl"):
        return otherwise()
    subprocess.run(["kubectl", "--kubeconfig", KUBECONFIG, "-n", NS, *arguments], check=True, text=True,
                   stdout=subprocess.DEVNULL, input=json.dumps(given) if given else None)


def sample(name, *arguments, says, ends_by_itself=False):
    """Runs a sample. `says` are the expected texts in their order, each with a function that is called when the text was
    printed, or None. Returns everything that the sample printed."""
    global failures
    with tempfile.NamedTemporaryFile("w+") as out:
        process = subprocess.Popen(["stdbuf", "-oL", os.path.join(SAMPLES, name), *arguments], stdout=out, stderr=out,
                                   env=ENVIRONMENT)
        problem, seen = "", 0
        for text, then in says:
            problem = f"did not print {text!r}"
            for _ in range(300):
                with open(out.name, encoding="utf-8") as file:
                    found = re.compile(text, re.S).search(file.read(), seen)
                if found:
                    seen, problem = found.end(), ""
                    if then:
                        then()
                    break
                time.sleep(0.1)
            if problem:
                break
        if not ends_by_itself:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            problem = problem or "did not end"
        print(f"{'FAILED' if problem else 'ok':8}{name} {problem}", flush=True)
        with open(out.name, encoding="utf-8") as file:
            printed = file.read()
        if problem:
            failures += 1
            print(printed)
        return printed


def wait_for(holds):
    for _ in range(200):
        if holds():
            return
        time.sleep(0.1)


def as_kubectl(*arguments, kubectl=None, says):
    """Runs watch_any_kind, which must print what `kubectl get -w` prints meanwhile, except for the seconds of an age."""
    global failures
    if not shutil.which("kubectl"):
        print("no kubectl on the PATH: watch_any_kind is not compared with it")
        sample("watch_any_kind", *arguments, says=says)
        return
    with tempfile.NamedTemporaryFile("w+") as out:
        other = subprocess.Popen(["kubectl", "--kubeconfig", KUBECONFIG, "get", *(kubectl or arguments), "-w"], stdout=out)
        wait_for(lambda: os.path.getsize(out.name) > 0) # kubectl has printed the list
        ours = sample("watch_any_kind", *arguments, says=says)
        wait_for(lambda: os.path.getsize(out.name) >= len(ours))
        other.terminate()
        other.wait()
        out.seek(0)
        theirs = out.read()
    ours, theirs = (re.sub(r"\b\d+s$", "0s", text, flags=re.M) for text in (ours, theirs))
    if ours != theirs:
        failures += 1
        print(f"FAILED  kubectl get {' '.join(kubectl or arguments)} -w prints\n{theirs}and watch_any_kind\n{ours}")


def deployment(name):
    return {"metadata": {"name": name}, "spec": {"replicas": 2, "selector": {"matchLabels": {"app": name}}, "template": {
        "metadata": {"labels": {"app": name}}, "spec": {"containers": [{"name": "c", "image": "nginx:1"}]}}}}


def pod(name):
    return {"metadata": {"name": name}, "spec": {"nodeName": "worker-1", "containers": [{"name": "c", "image": "i"}]}}


def widget(size):
    return {"apiVersion": "shop.example.io/v1", "kind": "Widget", "metadata": {"name": "left"}, "spec": {"size": size}}


def ovens():
    columns = [("Ready", "string", '.status.conditions[?(@.type=="Ready")].status'), ("Lit", "date", ".lit"),
               ("Note", "string", ".note")]
    return {"metadata": {"name": f"ovens.{NS}.example.io"}, "spec": {
        "group": f"{NS}.example.io", "scope": "Namespaced", "names": {"plural": "ovens", "kind": "Oven"}, "versions": [{
            "name": "v1", "served": True, "storage": True,
            "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
            "additionalPrinterColumns": [dict(zip(("name", "type", "jsonPath"), c)) for c in columns]}]}}


def oven(name, lit):
    conditions = [{"type": "New", "status": "False"}, {"type": "Ready", "status": "True"}]
    return {"apiVersion": f"{NS}.example.io/v1", "kind": "Oven", "metadata": {"name": name}, "lit": lit,
            "note": "two\nlines", "status": {"conditions": conditions}}


def slice_of(address):
    return {"metadata": {"name": "web", "labels": {"kubernetes.io/service-name": "web"}}, "addressType": "IPv4",
            "endpoints": [{"addresses": [address]}], "ports": [{"name": "grpc", "port": 9000}]}


WIDGETS = f"/apis/shop.example.io/v1/namespaces/{NS}/widgets"
SLICES = f"/apis/discovery.k8s.io/v1/namespaces/{NS}/endpointslices"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
OVENS = f"/apis/{NS}.example.io/v1/namespaces/{NS}/ovens"
PODS = f"/api/v1/namespaces/{NS}/pods"
READY = {"status": {"observedGeneration": 2, **dict.fromkeys(("replicas", "readyReplicas", "updatedReplicas", "availableReplicas"), 3)}}

ask("POST", "/api/v1/namespaces", {"metadata": {"name": NS}})
ask("POST", DEPLOYMENTS, deployment("web"))

sample("deployment_informer", "-n", NS, says=[
    ("synced: 1 deployments", lambda: ask("POST", DEPLOYMENTS, deployment("api"))), (f"ADDED +{NS}/api", None)])
sample("pods_by_node", says=[("", lambda: ask("POST", PODS, pod("p"))), (rf"\+ {NS}/p", None)])
sample("work_queue", "--kubeconfig", KUBECONFIG, says=[(f"sync: {NS}/(web|api)", None)])
sample("custom_resource", says=[
    ("definition installed", lambda: time.sleep(2) or kubectl(
        "create", "-f", "-", given=widget(3), otherwise=lambda: ask("POST", WIDGETS, widget(3)))),
    (f"makes {NS}/left of size 3", lambda: kubectl(
        "patch", "wd", "left", "--type", "merge", "-p", json.dumps({"spec": {"size": 5}}),
        otherwise=lambda: merge(f"{WIDGETS}/left", {"spec": {"size": 5}}))),
    (f"makes {NS}/left of size 5", lambda: kubectl(
        "delete", "wd", "left", "--wait=false", otherwise=lambda: ask("DELETE", f"{WIDGETS}/left"))),
    (f"cleans up after {NS}/left.*gone: {NS}/left", None)])
sample("leader_election", "--identity", "a", "--namespace", NS, says=[("a leads, term 0.*a works, step 1", None)])
as_kubectl("deploy", "-n", NS, says=[
    ("NAME.*\napi.*\nweb +0/2 ", lambda: merge(f"{DEPLOYMENTS}/web", {"spec": {"replicas": 3}})), ("web +0/3 ", None)])
ask("POST", DEFINITIONS, ovens())
time.sleep(2) # until the server serves it
ask("POST", OVENS, oven("a", "2020-02-29T00:00:00Z"))
as_kubectl(f"ovens.{NS}.example.io", kubectl=(f"ovens.{NS}.example.io", "-A"), says=[
    (rf"NAMESPACE +NAME +READY +LIT +NOTE\n{NS} +a +True +[0-9]+y[0-9]+d +two...\n",
     lambda: ask("POST", OVENS, oven("with-a-longer-name", None))), ("with-a-longer-name +True +two", None)])
sample("http_lister", "0", says=[("listens at http://127.0.0.1", None), ("serves [0-9]+ deployments", None)])
sample("endpoint_resolver", f"{NS}/web", "grpc", says=[
    ("", lambda: ask("POST", SLICES, slice_of("10.0.0.1"))),
    ("10.0.0.1:9000", lambda: ask("PUT", f"{SLICES}/web", slice_of("10.0.0.2"))), ("10.0.0.2:9000", None)])
sample("watch_until", NS, "api", ends_by_itself=True, says=[
    (f"in {NS}: web", lambda: time.sleep(1) or merge(f"{DEPLOYMENTS}/api", {"spec": {"replicas": 3}})),
    ("0 of 3 ready", lambda: merge(f"{DEPLOYMENTS}/api/status", READY)), (f"rolled out: {NS}/api", None)])
sys.exit(failures != 0)
