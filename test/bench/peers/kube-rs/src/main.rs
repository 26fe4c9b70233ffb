//! kube-rs measures kube-rs' watcher and reflector against synthapi; see ../../PROTOCOL.md.
mod args;
mod handler;
mod pod;
mod stream;
mod sys;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use k8s_openapi::api::core::v1::Pod;
use kube::api::{ApiResource, DynamicObject, GroupVersionKind};
use kube::runtime::watcher;
use kube::{Api, Client};
use serde_json::{Value, json};

use args::Args;
use handler::Bench;
use pod::PodLite;
use stream::{start, start_one, watch};

fn emit(event: &str, mut m: Value) {
    m["event"] = event.into();
    m["hwm_kb"] = sys::proc("VmHWM").into();
    m["rss_kb"] = sys::proc("VmRSS").into();
    m["threads"] = sys::proc("Threads").into();
    println!("{m}");
    let _ = std::fs::write("/proc/self/clear_refs", "5"); // restart VmHWM for the next phase
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let t0 = Instant::now();
    if args.text("encoding", "json") != "json" {
        emit("unsupported", json!({"why": "kube-rs speaks JSON only"}));
        return Ok(());
    }
    emit("start", json!({}));
    let server = args.text("server", "http://127.0.0.1:8080");
    let mut config = kube::Config::new(server.parse()?);
    config.accept_invalid_certs = server.starts_with("https");
    let client = Client::try_from(config)?;

    let cfg = match args.text("list", "paged").as_str() {
        "watchlist" => watcher::Config::default().streaming_lists(),
        "full" => watcher::Config { page_size: None, ..Default::default() },
        _ => watcher::Config::default().page_size(args.num("page-size", 500)),
    };
    let (handlers, burst, kinds) = (args.num("handlers", 1), args.num("burst", 0), args.num("kinds", 0));
    let b = Arc::new(Bench {
        handlers,
        burst,
        before: args.is("relist") as i64,
        initial: 0.into(),
        synced: 0.into(),
        settled: 0.into(),
        finished: 0.into(),
        first_ts: 0.into(),
        end: 0.into(),
        lat: Mutex::new(Vec::with_capacity(burst as usize)),
        wake: Default::default(),
    });
    let mut counts: Vec<Box<dyn Fn() -> usize>> = vec![];
    let mut scan: Option<Box<dyn Fn() -> i64>> = None;
    if kinds > 0 {
        for i in 0..kinds {
            let ar = ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk("bench.io", "v1", &format!("Kind{i:03}")), &format!("kind{i:03}"));
            let store = start_one::<DynamicObject>(watch(Api::all_with(client.clone(), &ar), cfg.clone(), false), ar, b.clone());
            counts.push(Box::new(move || store.len()));
        }
    } else if args.is("projection") {
        let store = start::<PodLite>(Api::all(client), cfg, true, b.clone());
        counts.push(Box::new(move || store.len()));
    } else {
        let store = start::<Pod>(Api::all(client), cfg, false, b.clone());
        let s = store.clone();
        // kube-rs has no resync; walking through the store is the nearest thing to it.
        scan = Some(Box::new(move || s.state().iter().filter(|p| p.metadata.resource_version.is_some()).count() as i64));
        counts.push(Box::new(move || store.len()));
    }
    let informers = counts.len() as i64;
    while b.synced.load(Relaxed) < informers {
        b.wake.notified().await;
    }
    let objects: usize = counts.iter().map(|f| f()).sum();
    let store_wall = t0.elapsed().as_secs_f64();
    // Every handler gets every object once; the initial dispatch is over when all were counted.
    let expected = objects as i64 * handlers;
    while b.initial.load(Relaxed) < expected {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (wall, cpu_s) = (t0.elapsed().as_secs_f64(), sys::cpu());
    emit("synced", json!({"store_wall_s": store_wall, "wall_s": wall, "cpu_s": cpu_s, "objects": objects}));

    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = sys::proc("VmRSS");
    sys::trim();
    emit("rest", json!({"rss_before_trim_kb": before, "objects": objects}));

    let idle: f64 = args.num("idle", 0.0);
    if idle > 0.0 {
        let (c, mut n, t) = (sys::cpu(), 0, Instant::now());
        let resync: f64 = args.num("resync", 0.0);
        while t.elapsed().as_secs_f64() < idle {
            let left = (idle - t.elapsed().as_secs_f64()).max(0.0);
            tokio::time::sleep(Duration::from_secs_f64(if resync > 0.0 { resync.min(left) } else { left })).await;
            if let (Some(f), true) = (&scan, resync > 0.0 && t.elapsed().as_secs_f64() < idle) {
                n += f();
            }
        }
        emit("idle", json!({"wall_s": idle, "cpu_s": sys::cpu() - c, "resync_events": n}));
    }
    if args.is("relist") {
        let (c, told, t) = (sys::cpu(), b.initial.load(Relaxed), Instant::now());
        emit("expire", json!({}));
        while b.settled.load(Relaxed) < handlers {
            b.wake.notified().await;
        }
        let (wall, calls) = (t.elapsed().as_secs_f64(), b.initial.load(Relaxed) - told);
        emit("relist", json!({"wall_s": wall, "cpu_s": sys::cpu() - c, "handler_calls": calls}));
    }
    if burst > 0 {
        let c = sys::cpu();
        emit("ready", json!({}));
        while b.end.load(Relaxed) == 0 {
            b.wake.notified().await;
        }
        let used = sys::cpu() - c;
        let wall = (b.end.load(Relaxed) - b.first_ts.load(Relaxed)) as f64 / 1e9;
        let mut lat = std::mem::take(&mut *b.lat.lock().unwrap());
        lat.sort_unstable();
        let pct = |p: f64| lat.get(((p * lat.len() as f64) as usize).min(lat.len().saturating_sub(1))).map_or(0.0, |v| *v as f64 / 1e3);
        emit("burst", json!({"events": burst, "handlers": handlers, "wall_s": wall, "events_per_s": burst as f64 / wall,
            "cpu_s": used, "cpu_us_per_event": used / burst as f64 * 1e6, "samples": lat.len(),
            "lat_p50_us": pct(0.5), "lat_p99_us": pct(0.99), "lat_p999_us": pct(0.999), "lat_max_us": pct(1.0)}));
    }
    emit("end", json!({}));
    tokio::task::spawn_blocking(|| std::io::copy(&mut std::io::stdin(), &mut std::io::sink())).await??; // stay until the driver has looked at /proc
    std::process::exit(0)
}
