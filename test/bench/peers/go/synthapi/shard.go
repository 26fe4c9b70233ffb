package main

import (
	"hash/fnv"
	"math"
	"net/http"
	"regexp"
	"strconv"

	"coinformer/test/bench/peers/pods"
)

// hashUIDs computes by what the server's shards divide the pods.
func hashUIDs(order []int) []uint64 {
	hashes := make([]uint64, len(order))
	for i, number := range order {
		h := fnv.New64a()
		h.Write([]byte(pods.New(number).UID))
		hashes[i] = h.Sum64()
	}
	return hashes
}

var shardRange = regexp.MustCompile(`shardRange\(object\.metadata\.uid, '0x([0-9a-f]{16})', '0x([0-9a-f]{16,17})'\)`)

// selection says which pods a request asks for.
type selection struct {
	ns     int // a namespace's number; -1: all
	order  []int
	shard  string // the selector by which pods are left out; empty: none is
	ranges [][2]uint64
	hashes []uint64
}

// selected reads a request. A server without --shards ignores the selector, as a real one does without the feature gate.
func (s *server) selected(r *http.Request, ns int) selection {
	chosen := selection{ns: ns, order: s.order, hashes: s.hashes}
	if s.hashes == nil {
		return chosen
	}
	chosen.shard = r.URL.Query().Get("shardSelector")
	for _, m := range shardRange.FindAllStringSubmatch(chosen.shard, -1) {
		first, _ := strconv.ParseUint(m[1], 16, 64)
		last := uint64(math.MaxUint64) // of the upper bound with 17 digits
		if end, err := strconv.ParseUint(m[2], 16, 64); err == nil {
			last = end - 1
		}
		chosen.ranges = append(chosen.ranges, [2]uint64{first, last})
	}
	return chosen
}

func (c *selection) has(i int) bool {
	if c.ns >= 0 && c.order[i]%pods.Namespaces != c.ns {
		return false
	}
	for _, r := range c.ranges {
		if r[0] <= c.hashes[i] && c.hashes[i] <= r[1] {
			return true
		}
	}
	return c.shard == ""
}
