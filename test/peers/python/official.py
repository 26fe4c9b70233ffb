#!/usr/bin/env python3
"""Follows the ConfigMaps of a namespace with the informer of the official client, until it sees one named "stop".

usage: official.py KUBECONFIG NAMESPACE
"""
import logging
import sys
import time

from kubernetes import client, config
from kubernetes.informer import ADDED, DELETED, MODIFIED, SharedInformer

from said import Said, say

logging.basicConfig(level=logging.INFO)
kubeconfig, namespace = sys.argv[1:]
config.load_kube_config(kubeconfig)
said = Said()
informer = SharedInformer(client.CoreV1Api().list_namespaced_config_map, namespace=namespace)


def handler(kind):
    return lambda m: said.event(kind, m.metadata.name, m.metadata.resource_version, m.data)


for event_type in (ADDED, MODIFIED, DELETED):
    informer.add_event_handler(event_type, handler(event_type))
informer.start()
while len(informer.cache.list()) < 2:  # the informer has no signal for the end of its list
    time.sleep(0.01)
say("SYNCED", len(informer.cache.list()))
said.stop.wait()
