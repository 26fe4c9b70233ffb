package main

import (
	"fmt"
	"net/http"
	"strings"
)

// kind serves /apis/bench.io/v1/[namespaces/default/]kindNNN: a few small JSON objects that never change.
func (s *server) kind(w http.ResponseWriter, r *http.Request) {
	plural := r.PathValue("plural")
	kind := strings.ToUpper(plural[:1]) + plural[1:]
	q, rc := r.URL.Query(), http.NewResponseController(w)
	w.Header().Set("Content-Type", "application/json")
	object := func(i int) string {
		return fmt.Sprintf(`{"apiVersion":"bench.io/v1","kind":"%s","metadata":{"name":"%s-%d","namespace":"default","uid":"00000000-0000-4000-8000-%012x","resourceVersion":"%d","generation":1,"creationTimestamp":"2025-10-09T08:53:20Z","labels":{"app":"bench","index":"%d"}},"spec":{"replicas":%d,"size":"small","tags":["a","b","c"]},"status":{"ready":true,"phase":"Active"}}`,
			kind, plural, i, i, rv0, i, i)
	}
	if !isTrue(q.Get("watch")) {
		s.lists.Add(1)
		fmt.Fprintf(w, `{"apiVersion":"bench.io/v1","kind":"%sList","metadata":{"resourceVersion":"%d"},"items":[`, kind, rv0)
		for i := range s.kindObjects {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprint(w, object(i))
		}
		fmt.Fprint(w, "]}\n")
		return
	}
	s.watchers.Add(1)
	defer s.watchers.Add(-1)
	w.WriteHeader(200)
	mark := func(ann string) {
		fmt.Fprintf(w, `{"type":"BOOKMARK","object":{"apiVersion":"bench.io/v1","kind":"%s","metadata":{"resourceVersion":"%d"%s}}}`+"\n", kind, rv0, ann)
	}
	if initial := isTrue(q.Get("sendInitialEvents")); initial || q.Get("resourceVersion") == "" || q.Get("resourceVersion") == "0" {
		for i := range s.kindObjects {
			fmt.Fprintf(w, `{"type":"ADDED","object":%s}`+"\n", object(i))
		}
		if initial {
			mark(`,"annotations":{"k8s.io/initial-events-end":"true"}`)
		}
	}
	bookmark, stop := timers(q.Get("allowWatchBookmarks"), q.Get("timeoutSeconds"))
	for rc.Flush() == nil {
		select {
		case <-bookmark:
			mark("")
		case <-stop:
			return
		case <-r.Context().Done():
			return
		}
	}
}
