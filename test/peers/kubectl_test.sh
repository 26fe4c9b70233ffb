#!/usr/bin/env bash
# usage: kubectl_test.sh SERVER
# kubectl against the testing API server, over TLS, by token and by client certificate. KUBECTL names another kubectl.
. "$(dirname "${BASH_SOURCE[0]}")/peer.sh"

kubectl=${KUBECTL:-kubectl}
have "$kubectl" || skip "no kubectl on the PATH (Debian: the package kubernetes-client)"
export HOME=$work # its caches
k() { "$kubectl" --kubeconfig "$work/kubeconfig" "$@"; }

gives() { # PATTERN ARGUMENT...: the output must have a line that matches the pattern (grep -E)
    local pattern=$1 output
    shift
    output=$(k "$@" 2>&1) || fail "kubectl $*: $output"
    grep -qE -- "$pattern" <<<"$output" || fail "kubectl $*: no '$pattern' in: $output"
}
refuses() { # PATTERN ARGUMENT...: kubectl must fail with a line that matches the pattern
    local pattern=$1 output
    shift
    if output=$(k "$@" 2>&1); then fail "kubectl $* is not refused: $output"; fi
    grep -qE -- "$pattern" <<<"$output" || fail "kubectl $*: no '$pattern' in: $output"
}
web() { # IMAGE REPLICAS
    cat <<END
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: $2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "$1"}, {name: log, image: "log:1"}]}
END
}
map() { printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: {k: "%s"}\n' "$1" "$2"; }

start_server # clients since 1.32 write what `create KIND` makes in protobuf
k version >"$work/version" 2>&1 || fail "$(cat "$work/version")"
gives '^deployments +deploy +apps/v1 +true +Deployment$' api-resources
gives '^NAME +STATUS +AGE$' get namespaces
gives '^default +Active ' get ns

map one 1 | gives 'configmap/one created' create -f -
gives '^one +1 ' get configmaps
refuses 'AlreadyExists' create -f <(map one 1)
gives 'k: "1"' get configmap one -o yaml
gives 'labeled' label configmap one color=green
gives '^one ' get configmaps -l color=green -o wide
gives 'No resources found' get configmaps -l color=red
gives 'patched' patch configmap one --type=merge -p '{"data":{"k":"2"}}'
gives '^2$' get configmap one -o 'jsonpath={.data.k}'

gives 'created' create namespace shop
gives 'created' create configmap drawer --namespace shop --from-literal=k=v
gives 'created' create secret generic safe --namespace shop --from-literal=k=v
gives '^dg==$' get secret safe --namespace shop -o 'jsonpath={.data.k}'
gives 'created' create deployment front --namespace shop --image=front:1 --replicas=0
gives '^front:1 0$' get deployment front --namespace shop \
    -o 'jsonpath={.spec.template.spec.containers[0].image} {.spec.replicas}'
gives 'created' create service clusterip front --namespace shop --tcp=80:8080
gives '^front +ClusterIP .* 80/TCP ' get services --namespace shop

k get configmaps --watch --output-watch-events >"$work/watched" 2>&1 &
watcher=$!
children+=($watcher)
until_true 20 grep -qsE '^ADDED +one ' "$work/watched" || fail "no watch: $(cat "$work/watched")"
map two 1 | gives 'created' create -f -
gives 'deleted' delete configmap two
until_true 20 grep -qE '^DELETED +two ' "$work/watched" || fail "no event: $(cat "$work/watched")"

web web:1 2 | gives 'deployment.apps/web created' apply -f -
web web:1 2 | gives 'deployment.apps/web unchanged' apply -f -
web web:2 2 | gives 'deployment.apps/web configured' apply -f -
gives '^web:2 log:1$' get deployment web -o 'jsonpath={.spec.template.spec.containers[*].image}'
gives 'scaled' scale deployment web --replicas=5
gives '^web +0/5 ' get deployments
gives 'patched' patch deployment web -p '{"spec":{"template":{"spec":{"containers":[{"name":"log","image":"log:2"}]}}}}'
gives '^web:2 log:2$' get deployment web -o 'jsonpath={.spec.template.spec.containers[*].image}'
k wait --for=condition=Available deployment/web --timeout=20s >"$work/waited" 2>&1 &
waiter=$!
change PATCH /apis/apps/v1/namespaces/default/deployments/web/status \
    '{"status":{"conditions":[{"type":"Available","status":"True"}]}}'
wait $waiter || fail "kubectl wait: $(cat "$work/waited")"

map three 1 | gives 'configmap/three serverside-applied' apply --server-side -f -
map three 2 | gives 'serverside-applied' apply --server-side -f -
map three 3 | refuses 'conflict' apply --server-side --field-manager=other -f -
map three 3 | gives 'serverside-applied' apply --server-side --field-manager=other --force-conflicts -f -
gives '^3$' get configmap three -o 'jsonpath={.data.k}'

gives 'deleted' delete deployment web
gives 'configmap "one" deleted' delete configmaps --all
refuses 'NotFound' get deployment web
refuses 'the server doesn.t have a resource type' get gadgets
refuses 'kubectl create -f -' create job once --image=once:1 # in protobuf, of a kind that is not read
k create job once --image=once:1 --dry-run=client -o yaml | gives 'created' create -f -

sized() {
    cat <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.io}
spec:
  group: example.io
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns:
        - {name: Size, type: integer, jsonPath: .spec.size}
        - {name: Part, type: string, jsonPath: ".spec.parts[0].name", priority: 1}
        - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
END
}
sized | gives 'created' create -f -
gives '^widgets +example.io/v1 +true +Widget$' api-resources
printf 'apiVersion: example.io/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 3, parts: [{name: p}]}\n' |
    gives 'widget.example.io/w created' create -f -
gives '^NAME +SIZE +AGE$' get widgets
gives '^w +3 +[0-9]+s$' get widgets
gives '^w +3 +p +[0-9]+s$' get widgets -o wide
refuses 'Forbidden.*does not support impersonation' get configmaps --as alice

kill "$watcher"
stop_server
start_server --client-certificate
gives '^default +Active ' get namespaces
stop_server
echo "ok: kubectl $(sed -n 's/.*GitVersion:"\([^"]*\)".*/\1/p; s/^Client Version: \(v[^ ]*\)$/\1/p' "$work/version" | head -n 1)"
