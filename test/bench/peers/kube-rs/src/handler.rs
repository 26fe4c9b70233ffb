//! The handlers, and the numbers that they share.
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use kube::Resource;

use crate::sys;

/// The numbers that all handlers share.
pub struct Bench {
    pub handlers: i64,
    pub burst: i64,
    /// MODIFIED events that come before the burst: one with --relist.
    pub before: i64,
    pub initial: AtomicI64,
    pub synced: AtomicI64,
    /// Handlers that saw the relist's event.
    pub settled: AtomicI64,
    pub finished: AtomicI64,
    pub first_ts: AtomicI64,
    pub end: AtomicI64,
    pub lat: Mutex<Vec<i64>>,
    pub wake: tokio::sync::Notify,
}

impl Bench {
    pub fn store_synced(&self) {
        self.synced.fetch_add(1, Relaxed);
        self.wake.notify_one();
    }
}

/// One handler. It counts its events, and takes the time of its share of the burst: of every handlers-th event.
pub struct Handler {
    pub slot: i64,
    pub seen: i64,
    pub b: Arc<Bench>,
}

impl Handler {
    pub fn event<K: Resource>(&mut self, obj: &K) {
        let b = &self.b;
        let ts = obj.meta().annotations.as_ref().and_then(|a| a.get("bench/ts")).and_then(|t| t.parse::<i64>().ok()).unwrap_or(0);
        if ts == 0 {
            b.initial.fetch_add(1, Relaxed);
            return;
        }
        let k = self.seen - b.before;
        self.seen += 1;
        if k < 0 {
            if b.settled.fetch_add(1, Relaxed) + 1 == b.handlers {
                b.wake.notify_one();
            }
            return;
        }
        if k == 0 && self.slot == 0 {
            b.first_ts.store(ts, Relaxed);
        }
        if k % b.handlers == self.slot {
            b.lat.lock().unwrap().push(sys::now_ns() - ts);
        }
        if k + 1 == b.burst && b.finished.fetch_add(1, Relaxed) + 1 == b.handlers {
            b.end.store(sys::now_ns(), Relaxed);
            b.wake.notify_one();
        }
    }
}
