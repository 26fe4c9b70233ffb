package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
)

// cpu returns the CPU time, user and system, that the process has used since its start, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// proc reads a numeric field (VmHWM, VmRSS, Threads) of /proc/self/status.
func proc(field string) (v int64) {
	b, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, field+":") {
			fmt.Sscan(line[len(field)+1:], &v)
		}
	}
	return v
}

// emit prints one event, and lets VmHWM start anew for the next phase.
func emit(event string, m map[string]any) {
	m["event"] = event
	m["hwm_kb"], m["rss_kb"], m["threads"] = proc("VmHWM"), proc("VmRSS"), proc("Threads")
	b, _ := json.Marshal(m)
	fmt.Println(string(b))
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

func percentile(sorted []int64, p float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]) / 1e3
}

func addLatencies(m map[string]any, lat []int64) {
	slices.Sort(lat)
	m["samples"] = len(lat)
	m["lat_p50_us"], m["lat_p99_us"] = percentile(lat, .5), percentile(lat, .99)
	m["lat_p999_us"], m["lat_max_us"] = percentile(lat, .999), percentile(lat, 1)
}
