package main

import (
	"sync"
	"sync/atomic"
	"time"

	"coinformer/test/bench/peers/pods"

	corev1 "k8s.io/api/core/v1"
)

// counts holds the numbers that all handlers share.
type counts struct {
	handlers, burst int64
	before          int64 // MODIFIED events that come before the burst: one with --relist
	resyncs         atomic.Int64
	settled         atomic.Int64 // handlers that saw the relist's event
	finished        atomic.Int64 // handlers that saw the burst's last event
	firstTS         atomic.Int64
	done            chan time.Time

	mu  sync.Mutex
	lat []int64
}

// handler counts the events that it gets, and takes the time of its share of the burst: of every handlers-th event.
type handler struct {
	slot, calls, modified int64
	c                     *counts
}

func (h *handler) OnAdd(any, bool) { h.calls++ }
func (h *handler) OnDelete(any)    { h.calls++ }
func (h *handler) OnUpdate(old, new any) {
	c := h.c
	h.calls++
	o, ok := old.(*corev1.Pod)
	if !ok {
		return
	}
	p := new.(*corev1.Pod)
	if o.ResourceVersion == p.ResourceVersion {
		c.resyncs.Add(1)
		return
	}
	k := h.modified - c.before
	h.modified++
	if k < 0 {
		if c.settled.Add(1) == c.handlers {
			c.done <- time.Now()
		}
		return
	}
	if k == 0 && h.slot == 0 {
		c.firstTS.Store(pods.TS(p.Annotations))
	}
	if k%c.handlers == h.slot {
		d := time.Now().UnixNano() - pods.TS(p.Annotations)
		c.mu.Lock()
		c.lat = append(c.lat, d)
		c.mu.Unlock()
	}
	if k+1 == c.burst && c.finished.Add(1) == c.handlers {
		c.done <- time.Now()
	}
}

// calls returns how often the handlers were called. They must be at rest.
func calls(all []*handler) (n int64) {
	for _, h := range all {
		n += h.calls
	}
	return n
}
