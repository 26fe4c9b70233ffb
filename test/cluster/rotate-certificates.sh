#!/usr/bin/env bash
# rotate-certificates.sh DIR: makes new keys and certificates, of the same CA, for the server of DIR and for the user of
# kubeconfig-cert, in place of the old ones. It waits until the server, which reads them again by itself, shows the new
# certificate.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: rotate-certificates.sh DIR" >&2; exit 2; }
. "$(dirname "${BASH_SOURCE[0]}")/processes.sh"
dir=$(directory "$1")
pki=$dir/pki
address=127.0.0.1:$(sed -n 's/^SECURE_PORT=//p' "$dir/env")

issue() { # NAME SUBJECT EXTENSIONS
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$pki/$1.key.new" -subj "$2" \
        -out "$pki/$1.csr" 2>/dev/null
    openssl x509 -req -in "$pki/$1.csr" -CA "$pki/ca.crt" -CAkey "$pki/ca.key" -days 30 -set_serial "0x$(openssl rand -hex 12)" \
        -extfile <(printf '%s\n' "$3") -out "$pki/$1.crt.new" 2>/dev/null
    mv "$pki/$1.key.new" "$pki/$1.key"
    mv "$pki/$1.crt.new" "$pki/$1.crt"
    rm "$pki/$1.csr"
}
issue server /CN=kube-apiserver 'extendedKeyUsage=serverAuth
subjectAltName=DNS:localhost,IP:127.0.0.1'
issue admin /O=system:masters/CN=certificate-admin 'extendedKeyUsage=clientAuth'

serial() { openssl x509 -noout -serial; }
wanted=$(serial <"$pki/server.crt")
for ((i = 0; i < 120; i++)); do
    shown=$(openssl s_client -connect "$address" </dev/null 2>/dev/null | serial 2>/dev/null || true)
    [ "$shown" != "$wanted" ] || exit 0
    sleep 1
done
echo "the API server at $address still shows another certificate" >&2
exit 1
