#!/usr/bin/env bash
# Starts etcd and kube-apiserver on free loopback ports, with all their files in one directory, and waits until both are
# ready.
set -euo pipefail
usage() {
    cat <<'U'
usage: start.sh DIR
Writes into DIR: env (URL, TOKEN, TOKEN_NOBODY, CA, CERT, KEY, ETCD), kubeconfig (token of system:masters),
kubeconfig-cert (client certificate of system:masters), kubeconfig-nobody (a token that is allowed nothing),
etcd.log, apiserver.log. A DIR whose server was stopped starts again with its data and its ports.
environment: KUBE_TEST_SERVER (the binary; default: what build.sh made), AUTHORIZATION (RBAC), FEATURE_GATES (A=true,…),
  APISERVER_ARGS and ETCD_ARGS (more options), COMPACTION (interval, 5m0s), READY_SECONDS (120)
U
}
case ${1:-} in
    -h | --help) usage; exit 0 ;;
    '' | -*) usage >&2; exit 2 ;;
esac
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/processes.sh"

server=${KUBE_TEST_SERVER:-$("$here/build.sh" --path)}
[ -e "$1/env" ] && fresh=no || fresh=yes
"$server" prepare "$1"
dir=$(directory "$1")
value() { sed -n "s/^$1=//p" "$dir/env"; }
for name in etcd apiserver; do
    if running "$dir" $name >/dev/null; then
        echo "$name already runs in $dir (restart-apiserver.sh starts the API server alone)" >&2
        exit 1
    fi
done

client=http://127.0.0.1:$(value ETCD_PORT) peer=http://127.0.0.1:$(value ETCD_PEER_PORT)
etcd=("$server" etcd --name test --data-dir "$dir/etcd"
    --listen-client-urls "$client" --advertise-client-urls "$client"
    --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "test=$peer"
    --quota-backend-bytes 6442450944 --log-level warn --unsafe-no-fsync)
# There is no limit on requests in flight; a test that wants an answer 429 sets one in APISERVER_ARGS.
apiserver=("$server" kube-apiserver --etcd-servers "$client"
    --bind-address 127.0.0.1 --advertise-address 127.0.0.1 --secure-port "$(value SECURE_PORT)"
    --endpoint-reconciler-type none
    --tls-cert-file "$dir/pki/server.crt" --tls-private-key-file "$dir/pki/server.key"
    --client-ca-file "$dir/pki/ca.crt" --token-auth-file "$dir/tokens.csv"
    --authorization-mode "${AUTHORIZATION:-RBAC}"
    --service-account-issuer https://kubernetes.default.svc
    --service-account-key-file "$dir/pki/service-account.pub"
    --service-account-signing-key-file "$dir/pki/service-account.key"
    --service-cluster-ip-range 10.0.0.0/24 --disable-admission-plugins ServiceAccount
    --enable-priority-and-fairness=false --max-requests-inflight 0 --max-mutating-requests-inflight 0
    --etcd-compaction-interval "${COMPACTION:-5m0s}" --profiling=false
    ${FEATURE_GATES:+--feature-gates "$FEATURE_GATES"})
script() { # NAME MORE-OPTIONS WORD...: writes DIR/run-NAME, so that a restart runs the very same command
    local name=$1 more=$2
    shift 2
    { echo '#!/bin/sh'; printf 'exec'; printf ' %q' "$@"; printf ' %s\n' "$more"; } >"$dir/run-$name"
    chmod 700 "$dir/run-$name"
}
script etcd "${ETCD_ARGS:-}" "${etcd[@]}"
script apiserver "${APISERVER_ARGS:-}" "${apiserver[@]}"

start=$SECONDS
launch "$dir" etcd
launch "$dir" apiserver
if ! "$server" wait-ready "$dir" "${READY_SECONDS:-120}" "$(running "$dir" etcd)" "$(running "$dir" apiserver)"; then
    tail -n 20 "$dir/etcd.log" "$dir/apiserver.log" >&2
    "$here/stop.sh" "$dir"
    # A port was free when it was chosen, and is not any more: another server was started at the same time. A new DIR
    # begins anew with other ports.
    if [ "$fresh" = yes ] && [ "${ATTEMPT:-1}" -lt 3 ] && grep -qs 'address already in use' "$dir/etcd.log" "$dir/apiserver.log"; then
        echo "a port was taken meanwhile: trying other ones" >&2
        rm -rf "$dir"
        ATTEMPT=$((${ATTEMPT:-1} + 1)) exec "$0" "$1"
    fi
    exit 1
fi
echo "kube-apiserver ready after $((SECONDS - start)) s at $(value URL), its files in $dir"
