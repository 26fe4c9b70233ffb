"""Reads the kinds of a Kubernetes API server as k8s.io/kubernetes publishes them: from discovery documents (names, scope,
verbs) and OpenAPI documents (required fields). Imported by the scripts that generate sources."""

import collections
import dataclasses
import json
import pathlib
import re

from generator import kubernetes_api as k8s

MODULES = ("api", "apimachinery", "apiextensions-apiserver", "kube-aggregator")


@dataclasses.dataclass
class Kind:
    group: str  # "apps"
    version: str
    name: str  # "Deployment"
    plural: str
    is_namespaced: bool
    short_names: list
    categories: list
    subresources: set
    message: str = ""  # "api/apps/v1.Deployment"

    @property
    def is_stable(self):
        return re.fullmatch(r"v\d+", self.version) is not None


def _message(schema):
    """The message of a schema: "api/apps/v1.Deployment" for "io.k8s.api.apps.v1.Deployment"."""
    package, _, name = schema.removeprefix("io.k8s.").rpartition(".")
    return package.replace(".", "/") + "." + name


def _watchable(document):
    group, _, version = document["groupVersion"].rpartition("/")
    subresources = collections.defaultdict(set)
    for r in document["resources"]:
        plural, _, subresource = r["name"].partition("/")
        subresources[plural].add(subresource)
    for r in document["resources"]:
        if {"list", "watch"} <= set(r["verbs"]):
            yield Kind(group, version, r["kind"], r["name"], r["namespaced"], r.get("shortNames", []),
                       r.get("categories", []), subresources[r["name"]])


class Published:
    """All kinds that can be listed and watched, and what OpenAPI says about every message."""

    def __init__(self, directory):
        self.kinds = []
        self.properties = {}  # message -> names of its members in JSON
        self.required = {}  # message -> names of the members that are always present
        of_kind = {}
        api = pathlib.Path(directory) / "api"
        for path in sorted((api / "openapi-spec/v3").glob("*__v*_openapi.json")):
            schemas = json.loads(path.read_text(encoding="utf-8"))["components"].get("schemas", {})
            for name, schema in schemas.items():
                self.properties[_message(name)] = set(schema.get("properties", {}))
                self.required[_message(name)] = set(schema.get("required", []))
                for k in schema.get("x-kubernetes-group-version-kind", []):
                    of_kind[k["group"], k["version"], k["kind"]] = _message(name)
        for path in sorted((api / "discovery").glob("*__v*.json")):
            for kind in _watchable(json.loads(path.read_text(encoding="utf-8"))):
                kind.message = of_kind[kind.group, kind.version, kind.name]
                self.kinds.append(kind)


def load(fetch=True):
    """Messages and kinds, or None if the modules are not available."""
    api, directory = k8s.load(fetch, MODULES), k8s.module("kubernetes", fetch)
    return (api, Published(directory)) if api and directory else None
