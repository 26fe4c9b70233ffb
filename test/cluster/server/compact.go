package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// compact makes etcd forget what was before a revision, so that the API server answers 410 to those who ask for it.
func compact(args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return errors.New("wanted: ENDPOINT [REVISION]")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	client, err := clientv3.New(clientv3.Config{Endpoints: args[:1], DialTimeout: 5 * time.Second})
	if err != nil {
		return err
	}
	defer client.Close()
	now, err := client.Get(ctx, "x")
	if err != nil {
		return err
	}
	revision := now.Header.Revision
	if len(args) == 2 {
		if revision, err = strconv.ParseInt(args[1], 10, 64); err != nil {
			return err
		}
	}
	if _, err = client.Compact(ctx, revision, clientv3.WithCompactPhysical()); err != nil {
		return err
	}
	// kube-apiserver (1.34 and later) learns of it from this key and then drops its own older snapshots,
	// so that an old continue token gets its 410.
	if _, err = client.Put(ctx, "compact_rev_key", strconv.FormatInt(revision, 10)); err != nil {
		return err
	}
	fmt.Println("compacted revision", revision)
	return nil
}
