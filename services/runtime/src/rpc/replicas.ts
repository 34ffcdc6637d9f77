import { isIPv6 } from 'node:net';
import type { Client } from '@grpc/grpc-js';
import { lookUp, readNamedPort } from '../names/look-up.ts';
import { plain, type Security } from '../security/security.ts';
import { type ClientConstructor, connectRpc } from './client.ts';
import { pollEveryMs } from './polled-names.ts';

/** One process behind a target. */
export interface Replica {
  /** The target that is this one alone. */
  target: string;
  /** What it shows in its certificate; absent where that is its address. */
  name?: string;
}

export interface ReplicaWatch {
  stop(): void;
}

/**
 * Says which replicas stand behind `target`, soon and whenever that has changed. Targets are those of `connectRpc`: names are
 * looked up every two seconds, and one that is not found keeps the addresses that it had.
 */
export function watchReplicas(target: string, onReplicas: (replicas: Replica[]) => void): ReplicaWatch {
  const listed = listReplicas(target);
  if (listed) {
    onReplicas(listed);
    return { stop: () => undefined };
  }
  const named = readNamedPort(target);
  let said: string | undefined;
  let isStopped = false;
  const ask = async (): Promise<void> => {
    const addresses = await lookUp(named).catch(() => undefined);
    const found = addresses?.join(' ');
    if (isStopped || !addresses || found === said) return;
    said = found;
    onReplicas(addresses.map((address) => ({ target: targetOf(address, named.port), name: named.name })));
  };
  const timer = setInterval(() => void ask(), pollEveryMs);
  void ask();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** A client of one replica, over a connection that it shares with no other client. */
export function connectReplica<C extends Client>(
  ClientClass: ClientConstructor<C>,
  { target, name }: Replica,
  security: Security = plain,
): C {
  return connectRpc(ClientClass, target, security, {
    'grpc.use_local_subchannel_pool': 1,
    ...(name !== undefined && { 'grpc.ssl_target_name_override': name }),
  });
}

function listReplicas(target: string): Replica[] | undefined {
  const [, scheme, list] = /^(ipv[46]):(.+)$/.exec(target) ?? [];
  return list?.split(',').map((address) => ({ target: `${scheme}:${address}` }));
}

function targetOf(address: string, port: number): string {
  return isIPv6(address) ? `ipv6:[${address}]:${port}` : `ipv4:${address}:${port}`;
}
