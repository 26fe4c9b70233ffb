// A client-go informer that prints each event of the ConfigMaps of a namespace, until it sees one named
// "stop". The variable KUBE_FEATURE_WatchListClient=false makes it list first and then watch.
package main

import (
	"flag"
	"fmt"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the file with the server and the credentials")
	namespace := flag.String("namespace", "default", "the namespace of the ConfigMaps")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		log.Fatal(err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatal(err)
	}
	stop := make(chan struct{})
	say := func(what string, object any) {
		if unknown, ok := object.(cache.DeletedFinalStateUnknown); ok {
			object = unknown.Obj
		}
		m := object.(*corev1.ConfigMap)
		fmt.Println(what, m.Name, m.Data["k"])
		if m.Name == "stop" && what == "ADDED" {
			close(stop)
		}
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(*namespace))
	informer := factory.Core().V1().ConfigMaps().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { say("ADDED", o) },
		UpdateFunc: func(_, o any) { say("UPDATED", o) },
		DeleteFunc: func(o any) { say("DELETED", o) },
	})
	factory.Start(stop)
	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
		log.Fatal("not synced")
	}
	fmt.Println("SYNCED", len(informer.GetStore().ListKeys()))
	<-stop
	factory.Shutdown()
}
