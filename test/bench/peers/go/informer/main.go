// informer measures client-go's shared informers against synthapi; see ../../PROTOCOL.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"coinformer/test/bench/peers/pods"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

var (
	server     = flag.String("server", "http://127.0.0.1:8080", "URL of synthapi")
	encoding   = flag.String("encoding", "json", "json or proto")
	list       = flag.String("list", "paged", "paged, full or watchlist")
	pageSize   = flag.Int64("page-size", 500, "limit of a paged list")
	handlers   = flag.Int("handlers", 1, "number of event handlers")
	projection = flag.Bool("projection", false, "keep about ten fields of each pod")
	resync     = flag.Float64("resync", 0, "resync period in seconds")
	idle       = flag.Float64("idle", 0, "measure this many idle seconds")
	relist     = flag.Bool("relist", false, "measure a list of objects that are known already")
	burst      = flag.Int64("burst", 0, "await this many MODIFIED events in every handler")
	kinds      = flag.Int("kinds", 0, "instead of pods: this many bench.io/v1 kinds, one dynamic informer each")
)

func config() *rest.Config {
	cfg := &rest.Config{Host: *server, QPS: -1}
	if strings.HasPrefix(*server, "https") {
		cfg.Insecure = true
	}
	// Left empty, client-go 0.37's typed clientset asks for protobuf by itself.
	cfg.ContentType, cfg.AcceptContentTypes = "application/json", "application/json"
	if *encoding == "proto" {
		cfg.ContentType, cfg.AcceptContentTypes = "application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf,application/json"
	}
	return cfg
}

func kindInformers(cfg *rest.Config) (made []cache.SharedIndexInformer) {
	client, err := dynamic.NewForConfig(cfg)
	if err != nil {
		log.Fatal(err)
	}
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, "", nil)
	for i := range *kinds {
		made = append(made, factory.ForResource(schema.GroupVersionResource{Group: "bench.io", Version: "v1", Resource: fmt.Sprintf("kind%03d", i)}).Informer())
	}
	return made
}

func podInformer(cfg *rest.Config) cache.SharedIndexInformer {
	client, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		log.Fatal(err)
	}
	tweak := func(o *metav1.ListOptions) {
		switch {
		case o.Limit == 0: // a watch, or an unpaged list
		case *list == "full":
			o.Limit = 0
		default:
			o.Limit = *pageSize
		}
	}
	informer := coreinformers.NewFilteredPodInformer(client, "", time.Duration(*resync*1e9), cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}, tweak)
	if *projection {
		informer.SetTransform(func(o any) (any, error) {
			if p, ok := o.(*corev1.Pod); ok {
				return pods.Project(p), nil
			}
			return o, nil
		})
	}
	return informer
}

func await(all []cache.InformerSynced) {
	for len(all) > 0 {
		if all[len(all)-1]() {
			all = all[:len(all)-1]
		} else {
			time.Sleep(time.Millisecond)
		}
	}
}

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: client-go --server URL [flags]\nclient-go's informers against synthapi; see PROTOCOL.md.")
		flag.PrintDefaults()
	}
	flag.Parse()
	start := time.Now()
	if *list != "watchlist" {
		os.Setenv("KUBE_FEATURE_WatchListClient", "false")
	}
	emit("start", map[string]any{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := &counts{handlers: int64(*handlers), burst: *burst, done: make(chan time.Time, 1), lat: make([]int64, 0, *burst)}
	if *relist {
		c.before = 1
	}
	var informers []cache.SharedIndexInformer
	if *kinds > 0 {
		informers = kindInformers(config())
	} else {
		informers = append(informers, podInformer(config()))
	}
	var all []*handler
	var stores, synced []cache.InformerSynced
	for _, inf := range informers {
		for i := range *handlers {
			all = append(all, &handler{slot: int64(i), c: c})
			reg, err := inf.AddEventHandler(all[len(all)-1])
			if err != nil {
				log.Fatal(err)
			}
			synced = append(synced, reg.HasSynced)
		}
		stores = append(stores, inf.HasSynced)
		go inf.RunWithContext(ctx)
	}
	await(stores)
	storeSynced := time.Since(start).Seconds()
	await(synced)
	allSynced, used := time.Since(start).Seconds(), cpu()
	objects := 0
	for _, inf := range informers {
		objects += len(inf.GetStore().ListKeys())
	}
	emit("synced", map[string]any{"store_wall_s": storeSynced, "wall_s": allSynced, "cpu_s": used, "objects": objects})

	time.Sleep(500 * time.Millisecond)
	runtime.GC()
	debug.FreeOSMemory()
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	emit("rest", map[string]any{"heap_kb": ms.HeapAlloc >> 10, "goroutines": runtime.NumGoroutine(), "objects": objects})

	if *idle > 0 {
		before, resyncs := cpu(), c.resyncs.Load()
		time.Sleep(time.Duration(*idle * 1e9))
		emit("idle", map[string]any{"wall_s": *idle, "cpu_s": cpu() - before, "resync_events": c.resyncs.Load() - resyncs})
	}
	if *relist {
		before, told, began := cpu(), calls(all), time.Now()
		emit("expire", map[string]any{})
		end := <-c.done
		emit("relist", map[string]any{"wall_s": end.Sub(began).Seconds(), "cpu_s": cpu() - before, "handler_calls": calls(all) - told - c.handlers})
	}
	if *burst > 0 {
		before := cpu()
		emit("ready", map[string]any{})
		end := <-c.done
		used := cpu() - before
		wall := float64(end.UnixNano()-c.firstTS.Load()) / 1e9
		m := map[string]any{"events": *burst, "handlers": *handlers, "wall_s": wall, "events_per_s": float64(*burst) / wall,
			"cpu_s": used, "cpu_us_per_event": used / float64(*burst) * 1e6}
		addLatencies(m, c.lat)
		emit("burst", m)
	}
	emit("end", map[string]any{})
	io.Copy(io.Discard, os.Stdin) // stay until the driver has looked at /proc
	runtime.KeepAlive(informers)
}
