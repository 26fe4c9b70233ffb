// A controller of ConfigMaps with controller-runtime, which prints the metrics of its process when the ConfigMap "stop"
// comes: those of controller-runtime's registry, and those of client-go that Kubernetes' own components register.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/component-base/metrics/legacyregistry"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func print(from prometheus.Gatherer) {
	families, err := from.Gather()
	if err != nil {
		fail(err)
	}
	for _, f := range families {
		expfmt.MetricFamilyToText(os.Stdout, f)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func main() {
	kubeconfig := flag.Lookup("kubeconfig") // controller-runtime has declared it
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig.Value.String())
	if err != nil {
		fail(err)
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		LeaderElection:          true,
		LeaderElectionID:        "counted",
		LeaderElectionNamespace: "default",
		Metrics:                 server.Options{BindAddress: "0"},
	})
	if err != nil {
		fail(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var reconcile = func(_ context.Context, of ctrl.Request) (ctrl.Result, error) {
		if of.Name == "stop" {
			time.AfterFunc(time.Second, stop) // what was queued before is reconciled
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, fmt.Errorf("it fails, to be counted")
	}
	err = ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Complete(reconciler(reconcile))
	if err != nil {
		fail(err)
	}
	go func() {
		<-manager.Elected()
		fmt.Fprintln(os.Stderr, "leads")
	}()
	if err := manager.Start(ctx); err != nil {
		fail(err)
	}
	print(metrics.Registry)
	print(legacyregistry.DefaultGatherer)
}

type reconciler func(context.Context, ctrl.Request) (ctrl.Result, error)

func (r reconciler) Reconcile(ctx context.Context, of ctrl.Request) (ctrl.Result, error) {
	return r(ctx, of)
}
