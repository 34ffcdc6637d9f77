import type { Agent } from 'node:https';
import { isIPv6 } from 'node:net';
import { lookUp, type NamedPort, readNamedPort } from '@headgate/runtime/names/look-up';
import { createPrivateAgent } from '@headgate/runtime/security/private-http';
import { plain, type Security } from '@headgate/runtime/security/security';
import { wait } from '@headgate/runtime/wait';

/** The replicas of a service's HTTP port. */
export interface HttpTargets {
  /** What connects to them, where connections between services are secured. */
  agent?: Agent;
  /** All of them, by now. */
  list(): Promise<string[]>;
  /** One of them at random; one that was avoided lately only when there is no other. */
  choose(): Promise<string>;
  /** It could not be reached just now. */
  avoid(target: string): void;
}

const avoidMs = 5_000;
/** As often as callers by gRPC look names up: a pod that stops serves on for longer. */
const freshMs = 2_000;
/** How long a name that hangs is waited for, where it has been found before and where it has not. */
const knownMs = 1_000;
const unknownMs = 10_000;

/** Reads `host:port`, several by commas. Throws an Error that says what is wrong. */
export function readHttpTargets(addresses: string): NamedPort[] {
  return addresses.split(',').map((entry) => readNamedPort(entry.trim()));
}

interface TargetOptions {
  security?: Security;
  random?: () => number;
  now?: () => number;
}

/**
 * @param addresses `host:port` or `dns://server/host:port`, several by commas. Each name may stand for several addresses,
 * and is looked up again and again: replicas come and go. A name that is not found, or not soon, keeps the addresses that it had.
 */
export function createHttpTargets(
  addresses: string,
  { security = plain, random = Math.random, now = () => performance.now() }: TargetOptions = {},
): HttpTargets {
  const avoided = new Map<string, number>();
  const entries = readHttpTargets(addresses);

  const scheme = security.tls ? 'https' : 'http';
  // All replicas of a service show its name, by whatever address they are reached.
  const agent = createPrivateAgent(security, entries[0]?.name ?? '');

  const known = new Map<NamedPort, { targets: string[]; at: number }>();
  const lookUps = new Map<NamedPort, Promise<boolean>>();
  let whyNone: unknown;

  async function find(named: NamedPort): Promise<boolean> {
    try {
      const found = await lookUp(named);
      const targets = found.map((address) => {
        return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${named.port}`;
      });
      known.set(named, { targets, at: now() });
      return true;
    } catch (error) {
      whyNone = error;
      return false;
    } finally {
      lookUps.delete(named);
    }
  }

  async function resolve(named: NamedPort): Promise<string[]> {
    const last = known.get(named);
    if (last && now() - last.at < freshMs) return last.targets;
    const lookingUp = lookUps.get(named) ?? find(named);
    lookUps.set(named, lookingUp);
    const isFound = await Promise.race([lookingUp, wait(last ? knownMs : unknownMs)]);
    // Whoever comes next does not wait for what hangs.
    if (last && !isFound) last.at = now();
    return known.get(named)?.targets ?? [];
  }

  const list = async (): Promise<string[]> => (await Promise.all(entries.map(resolve))).flat();

  return {
    ...(agent && { agent }),
    list,
    async choose() {
      for (const [target, until] of avoided) if (until <= now()) avoided.delete(target);
      const all = await list();
      const good = all.filter((target) => !avoided.has(target));
      const from = good.length > 0 ? good : all;
      const target = from[Math.floor(random() * from.length)];
      if (target === undefined) throw new Error(`No address was found for ${addresses}`, { cause: whyNone });
      return target;
    },
    avoid(target) {
      avoided.set(target, now() + avoidMs);
    },
  };
}
