package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func (s *server) codec(r *http.Request) codec {
	if strings.Contains(r.Header.Get("Accept"), "as=PartialObjectMetadataList") {
		s.metadataOnce.Do(func() { s.metadata = encodeMetadata(s.order) })
		return s.metadata
	}
	if s.json == nil || s.proto != nil && strings.HasPrefix(r.Header.Get("Accept"), "application/vnd.kubernetes.protobuf") {
		return s.proto
	}
	return s.json
}

func (s *server) pods(w http.ResponseWriter, r *http.Request, ns int) {
	q := r.URL.Query()
	if isTrue(q.Get("watch")) {
		s.watchPods(w, r, ns)
		return
	}
	s.lists.Add(1)
	c, rv, start, chosen := s.codec(r), s.rv.Load(), 0, s.selected(r, ns)
	if t := q.Get("continue"); t != "" {
		if _, err := fmt.Sscanf(t, "%d-%d", &start, &rv); err != nil {
			status(w, 400, "BadRequest", "bad continue token")
			return
		}
	}
	limit, _ := strconv.Atoi(q.Get("limit"))
	if limit <= 0 || s.rv0Full && q.Get("resourceVersion") == "0" {
		limit = s.n
	}
	var items []int
	i := start
	for ; i < s.n && len(items) < limit; i++ {
		if chosen.has(i) {
			items = append(items, i)
		}
	}
	about := listMeta{rv: rv, shard: chosen.shard}
	if i < s.n && ns < 0 {
		about.cont, about.remaining = fmt.Sprintf("%d-%d", i, rv), s.n-i
	}
	w.Header().Set("Content-Type", c.contentType(false))
	out := c.listHead(make([]byte, 0, chunk+64<<10), items, about)
	for k, i := range items {
		out = c.listItem(out, k == 0, i, s.lastRV(i, rv))
		if len(out) >= chunk {
			if s.write(w, out) != nil {
				return
			}
			out = out[:0]
		}
	}
	s.write(w, c.listTail(out))
}

func (s *server) write(w http.ResponseWriter, b []byte) error {
	s.bytes.Add(int64(len(b)))
	_, err := w.Write(b)
	return err
}

func (s *server) watchPods(w http.ResponseWriter, r *http.Request, ns int) {
	s.watchers.Add(1)
	defer s.watchers.Add(-1)
	expired := s.expiry()
	q, c, rc, chosen := r.URL.Query(), s.codec(r), http.NewResponseController(w), s.selected(r, ns)
	w.Header().Set("Content-Type", c.contentType(true))
	w.WriteHeader(200)
	out := make([]byte, 0, chunk+64<<10)
	enough := chunk // write at least this many bytes of events together
	if s.flushEach {
		enough = 1
	}
	flush := func() bool {
		ok := s.write(w, out) == nil && rc.Flush() == nil
		out = out[:0]
		return ok
	}
	cur, err := strconv.ParseInt(q.Get("resourceVersion"), 10, 64)
	initial := isTrue(q.Get("sendInitialEvents"))
	if initial || err != nil || cur == 0 {
		cur = s.rv.Load()
		if q.Get("sendInitialEvents") != "false" {
			for i := range s.n {
				if chosen.has(i) {
					s.encode()
					out = c.event(out, "ADDED", i, s.lastRV(i, cur), 0)
				}
				if len(out) >= enough && !flush() {
					return
				}
			}
		}
		if initial && isTrue(q.Get("allowWatchBookmarks")) {
			out = c.bookmark(out, cur, true)
		}
	}
	if !flush() {
		return
	}
	s.settle(expired)
	bookmark, stop := timers(q.Get("allowWatchBookmarks"), q.Get("timeoutSeconds"))
	for {
		changes := s.changes()
		for target := s.rv.Load(); cur < target; {
			for cur < target && len(out) < enough {
				cur++
				if i := s.podOf(cur); chosen.has(i) {
					s.encode()
					out = c.event(out, "MODIFIED", i, cur, time.Now().UnixNano())
					s.events.Add(1)
				}
			}
			if !flush() {
				return
			}
		}
		select {
		case <-changes:
		case <-bookmark:
			if out = c.bookmark(out, cur, false); !flush() {
				return
			}
		case <-expired:
			out = c.gone(out)
			flush()
			return
		case <-stop:
			return
		case <-r.Context().Done():
			return
		}
	}
}

// encode spends the CPU time that encoding an event is supposed to take.
func (s *server) encode() {
	if s.eventTakes == 0 {
		return
	}
	for start := time.Now(); time.Since(start) < s.eventTakes; {
	}
}

var bookmarkPeriod time.Duration

func timers(bookmarks, timeout string) (bookmark, stop <-chan time.Time) {
	if isTrue(bookmarks) {
		bookmark = time.Tick(bookmarkPeriod)
	}
	if t, _ := strconv.Atoi(timeout); t > 0 {
		stop = time.After(time.Duration(t) * time.Second)
	}
	return bookmark, stop
}
