// A client-go informer that keeps a copy of all ConfigMaps, for test/incidents: README.md there has the
// protocol. Its settings are client-go's defaults, but for the pings of HTTP/2, which are shortened to a
// tenth as every follower's time-outs are.
//
// usage: follower KUBECONFIG [SLOW]     SLOW: milliseconds that its handler needs for each change
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"os"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

var printing sync.Mutex

func printLine(line map[string]any) {
	text, err := json.Marshal(line)
	if err != nil {
		log.Fatal(err)
	}
	printing.Lock()
	defer printing.Unlock()
	os.Stdout.Write(append(text, '\n'))
}

func valueOf(m *corev1.ConfigMap) string {
	value := m.Data["k"]
	return value[:min(len(value), 100)]
}

func main() {
	os.Setenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS", "3")
	os.Setenv("HTTP2_PING_TIMEOUT_SECONDS", "2")
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatal(err)
	}
	var slow time.Duration
	if len(os.Args) > 2 {
		milliseconds, err := strconv.Atoi(os.Args[2])
		if err != nil {
			log.Fatal(err)
		}
		slow = time.Duration(milliseconds) * time.Millisecond
	}
	say := func(what string, object any) {
		if unknown, ok := object.(cache.DeletedFinalStateUnknown); ok {
			object = unknown.Obj
		}
		m := object.(*corev1.ConfigMap)
		time.Sleep(slow)
		printLine(map[string]any{"event": what, "name": m.Name, "uid": m.UID, "version": m.ResourceVersion, "value": valueOf(m)})
	}
	ctx, cancel := context.WithCancel(context.Background())
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().ConfigMaps().Informer()
	err = informer.SetWatchErrorHandlerWithContext(func(_ context.Context, _ *cache.Reflector, err error) {
		printLine(map[string]any{"event": "failed", "why": err.Error()})
	})
	if err != nil {
		log.Fatal(err)
	}
	handler, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { say("added", o) },
		UpdateFunc: func(_, o any) { say("updated", o) },
		DeleteFunc: func(o any) { say("deleted", o) },
	})
	if err != nil {
		log.Fatal(err)
	}
	factory.StartWithContext(ctx)
	go func() {
		if cache.WaitForCacheSync(ctx.Done(), informer.HasSynced, handler.HasSynced) {
			printLine(map[string]any{"event": "synced"})
		}
	}()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		all := map[string]any{}
		for _, o := range informer.GetStore().List() {
			m := o.(*corev1.ConfigMap)
			all[m.Name] = []any{m.UID, m.ResourceVersion, valueOf(m)}
		}
		printLine(map[string]any{"event": "store", "objects": all})
	}
	cancel()
}
