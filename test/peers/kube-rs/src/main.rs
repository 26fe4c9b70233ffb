//! A kube-rs reflector that prints each event of the ConfigMaps of a namespace, until it sees one named "stop".
//! usage: reflector KUBECONFIG NAMESPACE [streaming]
use std::pin::pin;

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::runtime::{WatchStreamExt, reflector, watcher};
use kube::{Api, Client, Config, ResourceExt};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let kubeconfig = Kubeconfig::read_from(&arguments[1])?;
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
    let maps: Api<ConfigMap> = Api::namespaced(Client::try_from(config)?, &arguments[2]);
    let streaming = arguments.get(3).is_some_and(|a| a == "streaming");
    let how = if streaming { watcher::Config::default().streaming_lists() } else { watcher::Config::default() };

    let (store, writer) = reflector::store::<ConfigMap>();
    let mut events = pin!(reflector(writer, watcher(maps, how)).default_backoff());
    let mut known = std::collections::HashSet::new();
    while let Some(event) = events.next().await {
        let (what, object) = match event? {
            watcher::Event::Init => continue,
            watcher::Event::InitDone => {
                println!("SYNCED {}", store.len());
                continue;
            }
            watcher::Event::InitApply(o) | watcher::Event::Apply(o) => {
                (if known.insert(o.name_any()) { "ADDED" } else { "UPDATED" }, o)
            }
            watcher::Event::Delete(o) => {
                known.remove(&o.name_any());
                ("DELETED", o)
            }
        };
        let value = object.data.as_ref().and_then(|d| d.get("k")).map_or("", String::as_str);
        println!("{what} {} {value}", object.name_any());
        if object.name_any() == "stop" {
            break;
        }
    }
    Ok(())
}
