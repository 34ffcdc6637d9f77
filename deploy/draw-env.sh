#!/bin/sh
# Draws the passwords and keys that compose.yaml needs into .env beside it, readable by its owner alone. What is there
# stays: who draws HEADGATE_MASTER_KEY anew can no longer read what was sealed under the old one.
set -eu
umask 077
file=$(dirname "$0")/.env
touch "$file"
# A last line of somebody's own may lack its end.
[ -z "$(tail -c 1 "$file")" ] || echo >> "$file"

hex() { od -An -v -tx1 -N"$1" /dev/urandom | tr -d ' \n'; }
base64_of_32() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
draw() { grep -q "^$1=" "$file" || printf '%s=%s\n' "$1" "$2" >> "$file"; }

draw COMPOSE_PROJECT_NAME headgate
draw POSTGRES_PASSWORD "$(hex 24)"
# The server would take a word that begins with digits for a number.
draw NATS_PASSWORD "nats-$(hex 24)"
draw VALKEY_PASSWORD "$(hex 24)"
draw GRAFANA_PASSWORD "$(hex 12)"
draw HEADGATE_MASTER_KEY "$(base64_of_32)"
draw HEADGATE_CALLER_SECRET "$(base64_of_32)"
draw HEADGATE_DEMO_KEY "sk-$(hex 24)"
draw HEADGATE_DEMO_PASSWORD "$(hex 12)"
echo "Passwords and keys lie in $file"
