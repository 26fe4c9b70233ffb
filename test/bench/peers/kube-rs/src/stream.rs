//! Reflectors: one whose consumer is the handler, or a shared one with subscribers.
use std::hash::Hash;
use std::pin::pin;
use std::sync::Arc;

use futures::{Stream, StreamExt};
use kube::runtime::reflector::{self, store::Writer};
use kube::runtime::{WatchStreamExt, watcher};
use kube::{Api, Resource, ResourceExt};
use serde::de::DeserializeOwned;

use crate::handler::{Bench, Handler};

const DISPATCH_BUFFER: usize = 1024;

/// The error of a watch stream is printed, and the stream goes on.
async fn drive<K>(stream: impl Stream<Item = watcher::Result<watcher::Event<K>>>, mut f: impl FnMut(watcher::Event<K>)) {
    let mut stream = pin!(stream);
    while let Some(ev) = stream.next().await {
        match ev {
            Ok(ev) => f(ev),
            Err(e) => eprintln!("watch: {e}"),
        }
    }
}

pub fn watch<K>(api: Api<K>, cfg: watcher::Config, strip: bool) -> impl Stream<Item = watcher::Result<watcher::Event<K>>>
where
    K: Resource + Clone + DeserializeOwned + std::fmt::Debug + Send + 'static,
{
    watcher(api, cfg).default_backoff().modify(move |o: &mut K| {
        if strip {
            o.managed_fields_mut().clear();
        }
    })
}

/// One reflector whose stream's consumer is the only handler.
pub fn start_one<K>(stream: impl Stream<Item = watcher::Result<watcher::Event<K>>> + Send + 'static, dt: K::DynamicType, b: Arc<Bench>) -> reflector::Store<K>
where
    K: Resource + Clone + Send + Sync + 'static,
    K::DynamicType: Eq + Hash + Clone,
{
    let writer = Writer::<K>::new(dt);
    let store = writer.as_reader();
    let mut h = Handler { slot: 0, seen: 0, b: b.clone() };
    tokio::spawn(drive(reflector::reflector(writer, stream), move |ev| match ev {
        watcher::Event::Apply(o) | watcher::Event::InitApply(o) => h.event(&o),
        watcher::Event::InitDone => b.store_synced(),
        _ => {}
    }));
    store
}

/// One shared reflector and its subscribers, each of them a task.
fn start_shared<K>(stream: impl Stream<Item = watcher::Result<watcher::Event<K>>> + Send + 'static, b: Arc<Bench>) -> reflector::Store<K>
where
    K: Resource<DynamicType = ()> + Clone + Send + Sync + 'static,
{
    let (store, writer) = reflector::store_shared(DISPATCH_BUFFER);
    for slot in 0..b.handlers {
        let mut sub = Box::pin(writer.subscribe().expect("a shared writer"));
        let mut h = Handler { slot, seen: 0, b: b.clone() };
        tokio::spawn(async move {
            while let Some(o) = sub.next().await {
                h.event(&*o);
            }
        });
    }
    tokio::spawn(drive(reflector::reflector(writer, stream), move |ev| {
        if matches!(ev, watcher::Event::InitDone) {
            b.store_synced();
        }
    }));
    store
}

pub fn start<K>(api: Api<K>, cfg: watcher::Config, strip: bool, b: Arc<Bench>) -> reflector::Store<K>
where
    K: Resource<DynamicType = ()> + Clone + DeserializeOwned + std::fmt::Debug + Send + Sync + 'static,
{
    match b.handlers {
        1 => start_one(watch(api, cfg, strip), (), b),
        _ => start_shared(watch(api, cfg, strip), b),
    }
}
