// kube-test-server is one binary that is kube-apiserver, etcd and the little that a test needs around them,
// so that the cluster tests ask for nothing but Go: no openssl, no curl, no kubectl.
package main

import (
	"fmt"
	"os"
	_ "time/tzdata"

	"go.etcd.io/etcd/server/v3/etcdmain"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

const usage = `usage: kube-test-server COMMAND ...
  kube-apiserver ...           the API server, with its own options
  etcd ...                     etcd, with its own options
  prepare DIR                  writes keys, certificates, tokens, kubeconfigs and DIR/env
  wait-ready DIR SECONDS PID.. waits until the API server says it is ready; fails when a PID ends before
  compact ENDPOINT [REVISION]  compacts etcd at a revision, or at its current one`

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	command := os.Args[1]
	os.Args = append([]string{command}, os.Args[2:]...)
	var err error
	switch command {
	case "kube-apiserver":
		os.Exit(cli.Run(app.NewAPIServerCommand()))
	case "etcd":
		etcdmain.Main(os.Args)
	case "prepare":
		err = prepare(os.Args[1:])
	case "wait-ready":
		err = waitReady(os.Args[1:])
	case "compact":
		err = compact(os.Args[1:])
	default:
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "kube-test-server %s: %v\n", command, err)
		os.Exit(1)
	}
}
