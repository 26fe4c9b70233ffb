# shellcheck shell=bash
# Sourced by the scripts beside it. A process is remembered as "pid start-time", so that none is ever signalled that a
# script here did not start, even where the system has given its number to another.

started_at() { # PID: the tick at which the kernel started it; empty when there is none
    local stat
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
    stat=${stat##*) } # the name before it may hold anything
    set -- $stat
    [ "$1" = Z ] || echo "${20}"
}

running() { # DIR NAME: prints the pid of what launch started there, when it still runs
    local pid start
    read -r pid start 2>/dev/null <"$1/$2.pid" || return 1
    [ -n "$start" ] && [ "$(started_at "$pid")" = "$start" ] && echo "$pid"
}

launch() { # DIR NAME: runs DIR/run-NAME away from this terminal, session and output
    setsid "$1/run-$2" >>"$1/$2.log" 2>&1 </dev/null &
    local pid=$!
    echo "$pid $(started_at "$pid")" >"$1/$2.pid"
}

end() { # DIR NAME SIGNAL: ends it and waits until it is gone
    local pid i
    pid=$(running "$1" "$2") || { rm -f "$1/$2.pid"; return 0; }
    kill "-$3" "$pid" 2>/dev/null || true
    for ((i = 0; i < 100; i++)); do
        running "$1" "$2" >/dev/null || break
        sleep 0.1
    done
    if running "$1" "$2" >/dev/null; then kill -KILL "$pid" 2>/dev/null || true; fi
    rm -f "$1/$2.pid"
}

directory() { # DIR: as an absolute path; it has to be one that start.sh made
    [ -s "$1/env" ] || { echo "$1 is not a directory of start.sh" >&2; return 1; }
    (cd "$1" && pwd)
}
