package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// prepare makes a directory that start.sh can start a server in. Keys, tokens and ports are made once: a directory
// whose server was stopped, or killed, is started again with the same ones.
func prepare(args []string) error {
	if len(args) != 1 {
		return errors.New("wanted: DIR")
	}
	dir, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	if err = os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	env := filepath.Join(dir, "env")
	if _, err = os.Stat(env); err == nil {
		return nil
	}
	if err = makePKI(filepath.Join(dir, "pki")); err != nil {
		return err
	}
	admin, nobody := token(), token()
	tokens := fmt.Sprintf("%s,token-admin,1,\"system:masters\"\n%s,token-nobody,2,\"nobodies\"\n", admin, nobody)
	if err = write(dir, "tokens.csv", tokens); err != nil {
		return err
	}
	ports, err := freePorts(3)
	if err != nil {
		return err
	}
	url := "https://127.0.0.1:" + ports[0]
	user := func(name, fields string) error {
		return write(dir, name, fmt.Sprintf(`apiVersion: v1
kind: Config
clusters: [{name: test, cluster: {server: %q, certificate-authority: %q}}]
users: [{name: me, user: {%s}}]
contexts: [{name: test, context: {cluster: test, user: me}}]
current-context: test
`, url, filepath.Join(dir, "pki/ca.crt"), fields))
	}
	cert, key := filepath.Join(dir, "pki/admin.crt"), filepath.Join(dir, "pki/admin.key")
	if err = errors.Join(
		user("kubeconfig", fmt.Sprintf("token: %q", admin)),
		user("kubeconfig-nobody", fmt.Sprintf("token: %q", nobody)),
		user("kubeconfig-cert", fmt.Sprintf("client-certificate: %q, client-key: %q", cert, key)),
	); err != nil {
		return err
	}
	// the last file: its presence says that all the others are there
	return write(dir, "env", strings.Join([]string{
		"URL=" + url,
		"TOKEN=" + admin,
		"TOKEN_NOBODY=" + nobody,
		"CA=" + filepath.Join(dir, "pki/ca.crt"),
		"CERT=" + cert,
		"KEY=" + key,
		"ETCD=127.0.0.1:" + ports[1],
		"SECURE_PORT=" + ports[0],
		"ETCD_PORT=" + ports[1],
		"ETCD_PEER_PORT=" + ports[2],
	}, "\n")+"\n")
}

func token() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// freePorts asks for all of them before it gives one back, so that no two are the same.
func freePorts(n int) ([]string, error) {
	var ports []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	}
	return ports, nil
}

func write(dir, name, text string) error {
	path := filepath.Join(dir, name)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, []byte(text)) {
		return nil
	}
	temporary := path + ".new"
	if err := os.WriteFile(temporary, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}
