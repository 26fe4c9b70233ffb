# shellcheck shell=bash
# The scripts of this directory source this file. A process is remembered as "pid start-time", so that the scripts never
# signal a process that they did not start, even if the system has given its number to another process.

started_at() { # PID: prints the tick at which the kernel started it, or nothing if there is no such process
    local stat
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
    stat=${stat##*) } # the name in front of it may hold any character
    set -- $stat
    [ "$1" = Z ] || echo "${20}"
}

running() { # DIR NAME: prints the pid of the process that launch started there, if it still runs
    local pid start
    read -r pid start 2>/dev/null <"$1/$2.pid" || return 1
    [ -n "$start" ] && [ "$(started_at "$pid")" = "$start" ] && echo "$pid"
}

launch() { # DIR NAME: runs DIR/run-NAME, detached from this terminal, session and output
    setsid "$1/run-$2" >>"$1/$2.log" 2>&1 </dev/null &
    local pid=$!
    echo "$pid $(started_at "$pid")" >"$1/$2.pid"
}

end() { # DIR NAME SIGNAL: ends the process and waits until it is gone
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

directory() { # DIR: prints it as an absolute path; fails if start.sh did not make it
    [ -s "$1/env" ] || { echo "$1 is not a directory of start.sh" >&2; return 1; }
    (cd "$1" && pwd)
}
