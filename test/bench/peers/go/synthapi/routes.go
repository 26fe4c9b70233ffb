package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"coinformer/test/bench/peers/pods"
)

func (s *server) handler() http.Handler {
	kinds := make([]string, s.kinds)
	for i := range kinds {
		kinds[i] = fmt.Sprintf(`{"name":"kind%03d","singularName":"kind%03d","namespaced":true,"kind":"Kind%03d","verbs":["get","list","watch"]}`, i, i, i)
	}
	m := http.NewServeMux()
	m.HandleFunc("GET /version", text(`{"major":"1","minor":"37","gitVersion":"v1.37.0-synthapi","platform":"linux/amd64"}`))
	m.HandleFunc("GET /api", text(`{"kind":"APIVersions","versions":["v1"]}`))
	m.HandleFunc("GET /api/v1", text(`{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"],"shortNames":["po"]}]}`))
	m.HandleFunc("GET /apis", text(`{"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"bench.io","versions":[{"groupVersion":"bench.io/v1","version":"v1"}],"preferredVersion":{"groupVersion":"bench.io/v1","version":"v1"}}]}`))
	m.HandleFunc("GET /apis/bench.io/v1", text(`{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"bench.io/v1","resources":[`+strings.Join(kinds, ",")+`]}`))
	m.HandleFunc("GET /apis/bench.io/v1/{plural}", s.kind)
	m.HandleFunc("GET /apis/bench.io/v1/namespaces/default/{plural}", s.kind)
	m.HandleFunc("GET /api/v1/pods", func(w http.ResponseWriter, r *http.Request) { s.pods(w, r, -1) })
	m.HandleFunc("GET /api/v1/namespaces/{ns}/pods", func(w http.ResponseWriter, r *http.Request) {
		ns, err := strconv.Atoi(strings.TrimPrefix(r.PathValue("ns"), "ns-"))
		if err != nil || ns < 0 {
			ns = pods.Namespaces // an empty namespace
		}
		s.pods(w, r, ns)
	})
	m.HandleFunc("GET /admin/stats", s.stats)
	m.HandleFunc("POST /admin/burst", func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.ParseInt(r.URL.Query().Get("n"), 10, 64)
		rate, _ := strconv.ParseFloat(r.URL.Query().Get("rate"), 64)
		if err != nil || n <= 0 {
			status(w, 400, "BadRequest", "n must be a positive number")
			return
		}
		fmt.Fprintf(w, `{"from":%d,"n":%d,"ts":%d}`+"\n", s.rv.Load(), n, time.Now().UnixNano())
		go s.burst(n, rate)
	})
	m.HandleFunc("POST /admin/expire", func(w http.ResponseWriter, r *http.Request) {
		s.expire()
		text(`{}`)(w, r)
	})
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		status(w, 404, "NotFound", "the server could not find the requested resource")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/admin/") {
			s.requests.Add(1)
		}
		m.ServeHTTP(w, r)
	})
}

// stats answers the driver, which asks after each phase.
func (s *server) stats(w http.ResponseWriter, r *http.Request) {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{
		"rv": s.rv.Load(), "requests": s.requests.Load(), "pods": s.n, "watchers": s.watchers.Load(), "lists": s.lists.Load(), "events": s.events.Load(), "bytes": s.bytes.Load(),
		"cpu_s": float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9,
	})
}

func isTrue(s string) bool { return s == "true" || s == "1" }

func status(w http.ResponseWriter, code int, reason, msg string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":%q,"reason":%q,"code":%d}`+"\n", msg, reason, code)
}

func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintln(w, body)
	}
}
