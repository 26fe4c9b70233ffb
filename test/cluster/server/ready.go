package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// waitReady polls /readyz. A process that start.sh started and that ended meanwhile ends the wait.
func waitReady(args []string) error {
	if len(args) < 2 {
		return errors.New("wanted: DIR SECONDS PID...")
	}
	env, err := readEnv(args[0])
	if err != nil {
		return err
	}
	seconds, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	pem, err := os.ReadFile(env["CA"])
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return errors.New(env["CA"] + " holds no certificate")
	}
	client := &http.Client{
		Timeout:   2 * time.Second,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true},
	}
	request, err := http.NewRequest(http.MethodGet, env["URL"]+"/readyz", nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+env["TOKEN"])

	last := "no answer"
	for end := time.Now().Add(time.Duration(seconds) * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for _, text := range args[2:] {
			if !alive(text) {
				return fmt.Errorf("process %s ended", text)
			}
		}
		answer, err := client.Do(request)
		if err != nil {
			last = err.Error()
			continue
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if last = strings.TrimSpace(string(body)); answer.StatusCode == http.StatusOK && last == "ok" {
			return nil
		}
	}
	return fmt.Errorf("not ready in %d s: %s", seconds, last)
}

// alive says no to a zombie too: whoever started the process need not have waited for it.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	name := bytes.LastIndexByte(stat, ')')
	return err == nil && name >= 0 && !bytes.HasPrefix(stat[name+1:], []byte(" Z"))
}

func readEnv(dir string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "env"))
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	for _, line := range strings.Split(string(text), "\n") {
		if name, value, found := strings.Cut(line, "="); found {
			env[name] = value
		}
	}
	return env, nil
}
