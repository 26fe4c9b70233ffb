// An informer of @kubernetes/client-node that prints each event of the ConfigMaps of a namespace, until it sees one named
// "stop".
// usage: node informer.js KUBECONFIG NAMESPACE
import { CoreV1Api, KubeConfig, makeInformer } from "@kubernetes/client-node";

const [kubeconfig, namespace] = process.argv.slice(2);
const config = new KubeConfig();
config.loadFromFile(kubeconfig);
const api = config.makeApiClient(CoreV1Api);
const list = () => api.listNamespacedConfigMap({ namespace });
const informer = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list);

const versions = new Map();
function say(what, map) {
  const { name, resourceVersion } = map.metadata;
  if (what !== "DELETED" && versions.get(name) === resourceVersion) return; // the same state again, after another list
  versions.set(name, resourceVersion);
  console.log(what, name, map.data.k);
  if (name === "stop") informer.stop().then(() => process.exit(0));
}
informer.on("add", (map) => say("ADDED", map));
informer.on("update", (map) => say("UPDATED", map));
informer.on("delete", (map) => say("DELETED", map));
informer.on("error", (why) => {
  console.error("starts again:", why.message); // the restart is what its documentation advises
  setTimeout(() => informer.start(), 100);
});
await informer.start();
console.log("SYNCED", informer.list(namespace).length);
