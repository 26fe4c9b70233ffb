#!/usr/bin/env python3
"""Follows the ConfigMaps of a namespace with kubernetes_asyncio, until it sees one named "stop".

The client has no informer: this lists, watches from there, and lists again when the watch is lost.

usage: asyncio_watch.py KUBECONFIG NAMESPACE
"""
import asyncio
import sys

import aiohttp
from kubernetes_asyncio import client, config, watch

from said import Said, say


async def list_all(api, namespace, said):
    maps = await api.list_namespaced_config_map(namespace)
    for m in maps.items:
        said.event("ADDED", m.metadata.name, m.metadata.resource_version, m.data)
    return maps


async def follow(api, namespace, version, said):
    stream = watch.Watch().stream(api.list_namespaced_config_map, namespace, resource_version=version)
    async for event in stream:
        m = event["object"]
        said.event(event["type"], m.metadata.name, m.metadata.resource_version, m.data)
        if said.stop.is_set():
            return


async def main(kubeconfig, namespace):
    said = Said()
    await config.load_kube_config(kubeconfig)
    async with client.ApiClient() as connection:
        api = client.CoreV1Api(connection)
        maps = await list_all(api, namespace, said)
        say("SYNCED", len(maps.items))
        while not said.stop.is_set():
            try:
                await follow(api, namespace, maps.metadata.resource_version, said)
            except (client.ApiException, aiohttp.ClientError) as why:
                print("lists again:", why, file=sys.stderr)
                maps = await list_all(api, namespace, said)


asyncio.run(main(*sys.argv[1:]))
