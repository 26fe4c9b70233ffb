package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"runtime"
	"strconv"
	"sync"

	"coinformer/test/bench/peers/pods"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// blob is one pre-encoded pod and where its resourceVersion and timestamp lie.
type blob struct {
	b      []byte
	rv, ts int
}

// JSON blobs lack their head `{"kind":"Pod","apiVersion":"v1",` so that they serve lists and watches.
var jsonHead = []byte(`{"kind":"Pod","apiVersion":"v1",`)

func newBlob(b []byte) blob {
	find := func(s string) int {
		i := bytes.Index(b, []byte(s))
		if i < 0 || bytes.Contains(b[i+1:], []byte(s)) {
			log.Fatalf("placeholder %s does not occur exactly once", s)
		}
		return i
	}
	return blob{bytes.Clone(b), find(pods.RVPlaceholder), find(pods.TSPlaceholder)}
}

// encodeAll encodes the pods with these numbers.
func encodeAll(order []int, wantJSON, wantProto bool) (j, p []blob) {
	n := len(order)
	if wantJSON {
		j = make([]blob, n)
	}
	if wantProto {
		p = make([]blob, n)
	}
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				pod := pods.New(order[i])
				if wantJSON {
					b, err := json.Marshal(pod)
					if err != nil || !bytes.HasPrefix(b, jsonHead) {
						log.Fatalf("encode: %v %s", err, b)
					}
					j[i] = newBlob(b[len(jsonHead):])
				}
				if wantProto {
					b, err := pod.Marshal()
					if err != nil {
						log.Fatal(err)
					}
					p[i] = newBlob(b)
				}
			}
		})
	}
	wg.Wait()
	return j, p
}

// put appends the pod with its resourceVersion and timestamp patched in.
func (e *blob) put(out []byte, rv, ts int64) []byte {
	o := len(out)
	out = append(out, e.b...)
	digits(out[o+e.rv:o+e.rv+len(pods.RVPlaceholder)], rv)
	digits(out[o+e.ts:o+e.ts+len(pods.TSPlaceholder)], ts)
	return out
}

func digits(b []byte, v int64) {
	for i := len(b) - 1; i >= 0; i-- {
		b[i] = byte('0' + v%10)
		v /= 10
	}
}

// listMeta is what a list says about itself beside its pods.
type listMeta struct {
	rv        int64
	cont      string // where the next page begins; empty: this is the last one
	remaining int
	shard     string // the selector by which pods were left out
}

// codec writes watch events and lists in one wire format.
type codec interface {
	contentType(watch bool) string
	event(out []byte, typ string, i int, rv, ts int64) []byte
	bookmark(out []byte, rv int64, initialEnd bool) []byte
	gone(out []byte) []byte // the ERROR event that ends a watch whose version was forgotten
	listHead(out []byte, items []int, about listMeta) []byte
	listItem(out []byte, first bool, i int, rv int64) []byte
	listTail(out []byte) []byte
}

var expired = metav1.Status{Status: "Failure", Reason: metav1.StatusReasonExpired, Code: 410,
	Message: "The resourceVersion for the provided watch is too old."}

type jsonCodec struct{ pods []blob }

func (c jsonCodec) contentType(bool) string { return "application/json" }
func (c jsonCodec) event(out []byte, typ string, i int, rv, ts int64) []byte {
	out = append(append(append(out, `{"type":"`...), typ...), `","object":`...)
	out = append(out, jsonHead...)
	out = c.pods[i].put(out, rv, ts)
	return append(out, "}\n"...)
}
func (c jsonCodec) bookmark(out []byte, rv int64, initialEnd bool) []byte {
	ann := ""
	if initialEnd {
		ann = `,"annotations":{"k8s.io/initial-events-end":"true"}`
	}
	return fmt.Appendf(out, `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"%d","creationTimestamp":null%s},"spec":{"containers":null},"status":{}}}`+"\n", rv, ann)
}
func (c jsonCodec) gone(out []byte) []byte {
	return fmt.Appendf(out, `{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":%q,"message":%q,"reason":%q,"code":%d}}`+"\n",
		expired.Status, expired.Message, expired.Reason, expired.Code)
}
func (c jsonCodec) listHead(out []byte, items []int, about listMeta) []byte {
	more := ""
	if about.cont != "" {
		more = fmt.Sprintf(`,"continue":"%s"`, about.cont)
	}
	if about.cont != "" && about.shard == "" { // a server does not count what it leaves out
		more += fmt.Sprintf(`,"remainingItemCount":%d`, about.remaining)
	}
	if about.shard != "" {
		more += fmt.Sprintf(`,"shardInfo":{"selector":%q}`, about.shard)
	}
	return fmt.Appendf(out, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"%s},"items":[`, about.rv, more)
}
func (c jsonCodec) listItem(out []byte, first bool, i int, rv int64) []byte {
	if !first {
		out = append(out, ',')
	}
	return c.pods[i].put(append(out, '{'), rv, 0)
}
func (c jsonCodec) listTail(out []byte) []byte { return append(out, "]}\n"...) }

// metadataCodec writes lists of the pods' metadata, as a server does for PartialObjectMetadataList.
type metadataCodec struct{ jsonCodec }

func encodeMetadata(order []int) codec {
	items := make([]blob, len(order))
	for i, number := range order {
		of := metav1.PartialObjectMetadata{ObjectMeta: pods.New(number).ObjectMeta}
		of.Kind, of.APIVersion = "PartialObjectMetadata", "meta.k8s.io/v1"
		b, err := json.Marshal(of)
		if err != nil {
			log.Fatal(err)
		}
		items[i] = newBlob(b[1:])
	}
	return metadataCodec{jsonCodec{items}}
}

func (c metadataCodec) listHead(out []byte, items []int, about listMeta) []byte {
	head := c.jsonCodec.listHead(nil, items, about)
	return append(out, bytes.Replace(head, []byte(`"PodList","apiVersion":"v1"`), []byte(`"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1"`), 1)...)
}

type protoCodec struct{ pods []blob }

func (c protoCodec) contentType(watch bool) string {
	if watch {
		return "application/vnd.kubernetes.protobuf;stream=watch"
	}
	return "application/vnd.kubernetes.protobuf"
}

func varintLen(n int) int { return len(binary.AppendUvarint(make([]byte, 0, 10), uint64(n))) }
func field(out []byte, tag byte, n int) []byte {
	return binary.AppendUvarint(append(out, tag), uint64(n))
}
func bytesField(out []byte, tag byte, s string) []byte { return append(field(out, tag, len(s)), s...) }

// unknownHead appends the magic number and runtime.Unknown up to its raw bytes, whose length is n.
func unknownHead(out []byte, kind string, n int) []byte {
	out = append(out, 'k', '8', 's', 0)
	out = field(out, 0x0a, 4+2+len(kind))
	out = bytesField(out, 0x0a, "v1")
	out = bytesField(out, 0x12, kind)
	return field(out, 0x12, n)
}

// frameHead appends a watch frame (4-byte length, metav1.WatchEvent) up to the object's bytes, whose length is n.
func frameHead(out []byte, typ, kind string, n int) []byte {
	unknown := len("k8s\x00") + 1 + varintLen(6+len(kind)) + 2 + len("v1") + 2 + len(kind) + 1 + varintLen(n) + n
	raw := 1 + varintLen(unknown) + unknown
	event := 2 + len(typ) + 1 + varintLen(raw) + raw
	out = binary.BigEndian.AppendUint32(out, uint32(event))
	out = bytesField(out, 0x0a, typ)
	out = field(out, 0x12, raw)
	out = field(out, 0x0a, unknown)
	return unknownHead(out, kind, n)
}
func (c protoCodec) event(out []byte, typ string, i int, rv, ts int64) []byte {
	return c.pods[i].put(frameHead(out, typ, "Pod", len(c.pods[i].b)), rv, ts)
}
func (c protoCodec) bookmark(out []byte, rv int64, initialEnd bool) []byte {
	meta := bytesField(nil, 0x32, strconv.FormatInt(rv, 10))
	if initialEnd {
		kv := bytesField(bytesField(nil, 0x0a, "k8s.io/initial-events-end"), 0x12, "true")
		meta = bytesField(meta, 0x62, string(kv))
	}
	pod := bytesField(nil, 0x0a, string(meta))
	return append(frameHead(out, "BOOKMARK", "Pod", len(pod)), pod...)
}
func (c protoCodec) gone(out []byte) []byte {
	b, err := expired.Marshal()
	if err != nil {
		log.Fatal(err)
	}
	return append(frameHead(out, "ERROR", "Status", len(b)), b...)
}
func (c protoCodec) listHead(out []byte, items []int, about listMeta) []byte {
	meta := bytesField(nil, 0x12, strconv.FormatInt(about.rv, 10))
	if about.cont != "" {
		meta = bytesField(meta, 0x1a, about.cont)
	}
	if about.cont != "" && about.shard == "" { // a server does not count what it leaves out
		meta = binary.AppendUvarint(append(meta, 0x20), uint64(about.remaining))
	}
	if about.shard != "" {
		meta = bytesField(meta, 0x2a, string(bytesField(nil, 0x0a, about.shard)))
	}
	n := 1 + varintLen(len(meta)) + len(meta)
	for _, i := range items {
		l := len(c.pods[i].b)
		n += 1 + varintLen(l) + l
	}
	return bytesField(unknownHead(out, "PodList", n), 0x0a, string(meta))
}
func (c protoCodec) listItem(out []byte, first bool, i int, rv int64) []byte {
	return c.pods[i].put(field(out, 0x12, len(c.pods[i].b)), rv, 0)
}
func (c protoCodec) listTail(out []byte) []byte { return out }
