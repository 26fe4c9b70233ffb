#!/usr/bin/env python3
"""Follows the ConfigMaps of a namespace with kr8s, until it sees one named "stop".

The client has no informer: this lists, and begins a watch without a version, which shows what is there first. It begins
another one when that is lost.

usage: kr8s_watch.py KUBECONFIG NAMESPACE
"""
import asyncio
import sys

import httpx
import kr8s.asyncio

from said import Said, say


async def follow(api, namespace, said):
    async for kind, m in api.watch("configmaps", namespace=namespace):
        said.event(kind, m.metadata.name, m.metadata.resourceVersion, m.raw["data"])
        if said.stop.is_set():
            return


async def main(kubeconfig, namespace):
    said = Said()
    api = await kr8s.asyncio.api(kubeconfig=kubeconfig)
    say("SYNCED", len([m async for m in api.get("configmaps", namespace=namespace)]))
    while not said.stop.is_set():
        try:
            await follow(api, namespace, said)
        except httpx.HTTPError as why:
            print("watches again:", why, file=sys.stderr)


asyncio.run(main(*sys.argv[1:]))
