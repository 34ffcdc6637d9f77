import { hash } from 'node:crypto';
import type { Route } from '../catalog/route.ts';

/** Remembers where requests with the same beginning were served: the upstream may still have it in its cache. */
export interface Affinity {
  /** The credential (see Route) that last served a prompt; undefined when that is long ago. */
  find(prompt: string): string | undefined;
  note(prompt: string, route: Route): void;
}

/** Prompts that are remembered, at most; about 250 bytes each. Beyond it the longest unserved is forgotten. */
const maxPrompts = 100_000;

/** Upstreams forget a prompt within an hour. */
const forgottenAfterMs = 60 * 60_000;

/** @param now monotonic milliseconds. */
export function createAffinity(now: () => number): Affinity {
  const served = new Map<string, { credential: string; atMs: number }>();
  return {
    find(prompt) {
      const found = served.get(prompt);
      if (!found) return undefined;
      if (now() - found.atMs < forgottenAfterMs) return found.credential;
      served.delete(prompt);
      return undefined;
    },
    note(prompt, { credential }) {
      served.delete(prompt);
      served.set(prompt, { credential, atMs: now() });
      const [oldest] = served.keys();
      if (served.size > maxPrompts && oldest !== undefined) served.delete(oldest);
    },
  };
}

/** One short name for what the client calls its prompt, where that name means something. */
export function namePrompt(group: string, model: string, said: string): string {
  return hash('sha256', JSON.stringify([group, model, said]), 'base64').slice(0, 22);
}
