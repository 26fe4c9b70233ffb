package main

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	rv0   = 1_000_000_000 // resourceVersion before the first event; always ten digits
	chunk = 128 << 10
)

// server holds the whole state in rv: event rv0+k modifies pod (k-1)%n, so that any watch can be replayed from any rv.
type server struct {
	n, kinds, kindObjects int
	order                 []int // the pods' numbers, in the order of their keys: pod i of this server is pods.New(order[i])
	rv0Full               bool
	flushEach             bool // write each event of a watch by itself
	eventTakes            time.Duration
	json, proto           codec
	hashes                []uint64 // by which the pods are divided into shards; nil: they are not
	metadata              codec    // encoded when it is first asked for
	metadataOnce          sync.Once
	rv                    atomic.Int64
	mu                    sync.Mutex
	changed               chan struct{} // closed and replaced when rv grows
	expired               chan struct{} // closed and replaced when the running watches must end
	owed                  bool          // one event is due when a watch has begun again

	requests, watchers, lists, events, bytes atomic.Int64
}

func (s *server) podOf(rv int64) int { return int((rv - rv0 - 1) % int64(s.n)) }

// lastRV returns the resourceVersion of pod i at the version now.
func (s *server) lastRV(i int, now int64) int64 {
	k := now - rv0
	if k <= int64(i) {
		return rv0
	}
	return rv0 + int64(i) + 1 + (k-int64(i)-1)/int64(s.n)*int64(s.n)
}

func (s *server) advance(by int64) {
	s.rv.Add(by)
	s.mu.Lock()
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
}

func (s *server) changes() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// expire ends the present watches with 410 Gone. Their versions stay valid for lists.
func (s *server) expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.owed = true
	close(s.expired)
	s.expired = make(chan struct{})
}

func (s *server) expiry() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.expired
}

// settle modifies a pod if this watch is the first to begin after expire(). By this event the client knows that its
// relist is over.
func (s *server) settle(of <-chan struct{}) {
	s.mu.Lock()
	owed := s.owed && s.expired == of
	if owed {
		s.owed = false
	}
	s.mu.Unlock()
	if owed {
		s.advance(1)
	}
}

func (s *server) burst(n int64, rate float64) {
	if rate <= 0 {
		s.advance(n)
		return
	}
	start := time.Now()
	for sent := int64(0); sent < n; {
		due := min(n, int64(time.Since(start).Seconds()*rate)+1)
		if due > sent {
			s.advance(due - sent)
			sent = due
			continue
		}
		time.Sleep(time.Until(start.Add(time.Duration(float64(sent) / rate * 1e9))))
	}
}
