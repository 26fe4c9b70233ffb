#!/usr/bin/env python3
"""Asks an API server for a change, as a client that knows nothing but HTTP.

usage: change.py KUBECONFIG METHOD PATH [JSON]      a PATCH is a merge patch; KUBECONFIG is JSON
"""
import base64
import json
import ssl
import sys
import urllib.request

kubeconfig, method, path, *body = sys.argv[1:]
with open(kubeconfig, encoding="utf-8") as file:
    config = json.load(file)
cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
request = urllib.request.Request(cluster["server"] + path, method=method, data=body[0].encode() if body else None)
request.add_header("Content-Type", "application/merge-patch+json" if method == "PATCH" else "application/json")
request.add_header("Authorization", "Bearer " + user["token"])
ca = base64.b64decode(cluster["certificate-authority-data"]).decode()
with urllib.request.urlopen(request, context=ssl.create_default_context(cadata=ca)) as answer:
    print(answer.read().decode(), end="")
