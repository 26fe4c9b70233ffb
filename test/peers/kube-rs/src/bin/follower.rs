//! A kube-rs reflector that keeps a copy of all ConfigMaps, for test/incidents: README.md there has the
//! protocol. Its settings are kube-rs' defaults with `default_backoff()`, as its documentation advises, but for
//! the time-out of watches, which is shortened to a tenth as every follower's time-outs are: 24 s and 5 s in
//! place of 290 s and 5 s.
//!
//! usage: follower KUBECONFIG [SLOW]     SLOW: milliseconds that its handler needs for each change
use std::io::{BufRead, Write};
use std::pin::pin;
use std::time::Duration;

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::runtime::{WatchStreamExt, reflector, watcher};
use kube::{Api, Client, Config, ResourceExt};
use serde_json::{Value, json};

fn print_line(line: Value) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the driver reads");
}

fn value_of(map: &ConfigMap) -> String {
    map.data.as_ref().and_then(|d| d.get("k")).map_or(String::new(), |v| v.chars().take(100).collect())
}

fn print_change(what: &str, map: &ConfigMap) {
    print_line(json!({"event": what, "name": map.name_any(), "uid": map.uid(),
        "version": map.resource_version(), "value": value_of(map)}));
}

/// Prints the store for each line on stdin, and ends the program with stdin.
fn obey_driver(store: reflector::Store<ConfigMap>) {
    for _ in std::io::stdin().lock().lines() {
        let all: serde_json::Map<String, Value> = store
            .state()
            .iter()
            .map(|m| (m.name_any(), json!([m.uid(), m.resource_version(), value_of(m)])))
            .collect();
        print_line(json!({"event": "store", "objects": all}));
    }
    std::process::exit(0);
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let slow = Duration::from_millis(arguments.get(2).map_or(Ok(0), |text| text.parse())?);
    let kubeconfig = Kubeconfig::read_from(&arguments[1])?;
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
    let maps: Api<ConfigMap> = Api::all(Client::try_from(config)?);

    let (store, writer) = reflector::store::<ConfigMap>();
    let read = store.clone();
    std::thread::spawn(move || obey_driver(read));
    let mut events = pin!(watcher(maps, watcher::Config::default().timeout(24)).default_backoff().reflect(writer));
    while let Some(event) = events.next().await {
        if slow > Duration::ZERO && matches!(event, Ok(watcher::Event::Apply(_) | watcher::Event::Delete(_))) {
            tokio::time::sleep(slow).await;
        }
        match event {
            Ok(watcher::Event::Init) => print_line(json!({"event": "init"})),
            Ok(watcher::Event::InitApply(map)) => print_change("listed", &map),
            Ok(watcher::Event::InitDone) => {
                print_line(json!({"event": "init done"}));
                print_line(json!({"event": "synced"}));
            }
            Ok(watcher::Event::Apply(map)) => print_change("updated", &map),
            Ok(watcher::Event::Delete(map)) => print_change("deleted", &map),
            Err(e) => print_line(json!({"event": "failed", "why": e.to_string()})),
        }
    }
    print_line(json!({"event": "failed", "why": "the stream has ended"}));
    Ok(())
}
