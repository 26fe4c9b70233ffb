#!/usr/bin/env python3
"""Checks the sample http_lister while its API server is away: it answers from the first moment, says why it is not
healthy, survives more connections than it may have files, and ends in order.

usage: lister_without_server_test.py PROGRAM
"""
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

KUBECONFIG = """
apiVersion: v1
kind: Config
current-context: away
contexts: [{name: away, context: {cluster: away, user: nobody}}]
clusters: [{name: away, cluster: {server: "http://127.0.0.1:1"}}]
users: [{name: nobody, user: {}}]
"""


def answer_of(url):
    """Returns the status and the body of the answer from `url`."""
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def exhaust_files(url):
    """Opens more connections than the service may have files, so that it fails to accept some, and closes them."""
    host, port = re.fullmatch(r"http://(.+):(\d+)", url).groups()
    connections = [socket.create_connection((host, int(port))) for _ in range(60)]
    for connection in connections:
        connection.close()


def main(program):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as config:
        config.write(KUBECONFIG)
        config.flush()
        env = {**os.environ, "KUBECONFIG": config.name}
        few_files = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
        service = subprocess.Popen([program, "0"], env=env, stdout=subprocess.PIPE, text=True, preexec_fn=few_files)
        try:
            root = re.fullmatch(r"listens at (\S+)\n", service.stdout.readline())[1]
            status, body = answer_of(f"{root}/healthz")
            assert status == 200 and body.startswith("not ready\n- deployments.apps: "), (status, body)
            status, body = answer_of(f"{root}/readyz")
            assert status == 503 and body.startswith("not ready\n- deployments.apps: "), (status, body)
            status, body = answer_of(f"{root}/deployments/shop")
            assert status == 503 and body == "the deployments have not been read yet\n", (status, body)
            exhaust_files(root)
            status, body = answer_of(f"{root}/deployments/shop")
            assert status == 503, (status, body)
            service.send_signal(signal.SIGTERM)
            assert service.wait(timeout=20) == 0, service.returncode
        finally:
            service.kill()
            service.wait()


if __name__ == "__main__":
    main(sys.argv[1])
