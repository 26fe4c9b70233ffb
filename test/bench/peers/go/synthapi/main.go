// synthapi is a synthetic Kubernetes API server: pre-encoded pods, list, watch, bursts of MODIFIED events.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"flag"
	"fmt"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"time"

	"coinformer/test/bench/peers/pods"
)

func selfSigned() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().AddDate(1, 0, 0), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		log.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func main() {
	s := &server{changed: make(chan struct{}), expired: make(chan struct{})}
	flag.IntVar(&s.n, "pods", 1000, "number of pods")
	flag.IntVar(&s.kinds, "kinds", 200, "number of bench.io/v1 kinds in discovery")
	flag.IntVar(&s.kindObjects, "kind-objects", 10, "objects of each bench.io/v1 kind")
	flag.BoolVar(&s.rv0Full, "rv0-full", false, "ignore limit when resourceVersion=0, as a real API server does")
	flag.BoolVar(&s.flushEach, "flush-each", false, "write and flush each event of a watch by itself, as a real API server does: a chunk and a TLS record each")
	flag.DurationVar(&s.eventTakes, "event-takes", 0, "spend this much CPU on each event of a watch, as a real API server does to encode it")
	flag.DurationVar(&bookmarkPeriod, "bookmark-period", time.Minute, "time between two bookmarks of a watch")
	shards := flag.Bool("shards", false, "send the shard that shardSelector asks for, as a real API server does with the gate ShardedListAndWatch")
	port := flag.Int("port", 8080, "port on 127.0.0.1; 0 picks one")
	encoding := flag.String("encoding", "both", "json, proto or both")
	useTLS := flag.Bool("tls", false, "serve HTTPS (self-signed) with HTTP/2")
	dump := flag.Int("dump", 0, "print this many pods as JSON lines and exit")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: synthapi [flags]\nA synthetic API server for the benchmark; see PROTOCOL.md.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *dump > 0 {
		j, _ := encodeAll(pods.Sorted(*dump), true, false)
		for i := range j {
			os.Stdout.Write(append(j[i].put(append([]byte(nil), jsonHead...), rv0, time.Now().UnixNano()), '\n'))
		}
		return
	}
	s.rv.Store(rv0)
	s.order = pods.Sorted(s.n)
	if *shards {
		s.hashes = hashUIDs(s.order)
	}
	j, p := encodeAll(s.order, *encoding != "proto", *encoding != "json")
	if j != nil {
		s.json = jsonCodec{j}
	}
	if p != nil {
		s.proto = protoCodec{p}
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	size := func(b []blob) (n int) {
		for i := range b {
			n += len(b[i].b)
		}
		return n / max(1, len(b))
	}
	fmt.Printf(`{"event":"listening","addr":"%s","pods":%d,"json_bytes_per_pod":%d,"proto_bytes_per_pod":%d}`+"\n", l.Addr(), s.n, size(j), size(p))
	srv := &http.Server{Handler: s.handler()}
	if *useTLS {
		srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{selfSigned()}}
		log.Fatal(srv.ServeTLS(l, "", ""))
	}
	log.Fatal(srv.Serve(l))
}
