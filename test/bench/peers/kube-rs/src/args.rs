//! The command line; see ../../PROTOCOL.md.
use std::collections::HashMap;

const USAGE: &str = "usage: kube-rs --server URL [flags]
kube-rs' reflector against synthapi; the flags are in PROTOCOL.md: --encoding --list --page-size --handlers --projection
--resync --idle --relist --burst --kinds";

pub struct Args(HashMap<String, String>);

impl Args {
    pub fn parse() -> Self {
        let mut m = HashMap::new();
        let mut it = std::env::args().skip(1).peekable();
        while let Some(k) = it.next() {
            if k == "--help" || k == "-h" {
                println!("{USAGE}");
                std::process::exit(0);
            }
            let k = k.trim_start_matches('-').to_string();
            match k.split_once('=') {
                Some((k, v)) => m.insert(k.into(), v.into()),
                None if it.peek().is_some_and(|v| !v.starts_with('-')) => m.insert(k, it.next().unwrap()),
                None => m.insert(k, "true".into()),
            };
        }
        Args(m)
    }
    pub fn num<T: std::str::FromStr>(&self, k: &str, default: T) -> T {
        self.0.get(k).and_then(|v| v.parse().ok()).unwrap_or(default)
    }
    pub fn is(&self, k: &str) -> bool {
        self.0.get(k).is_some_and(|v| v == "true")
    }
    pub fn text(&self, k: &str, default: &str) -> String {
        self.0.get(k).cloned().unwrap_or(default.into())
    }
}

