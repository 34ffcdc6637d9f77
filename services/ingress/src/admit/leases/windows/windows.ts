import { LRUCache } from 'lru-cache';
import { inPortions } from '../in-portions.ts';
import type { Link } from '../link/link.ts';
import type { SharingCounts } from '../sharing-counts.ts';
import { isNearEnd } from './declare-window.ts';
import {
  type Claim,
  createWindow,
  inHand,
  type Refusal,
  refuse,
  roll,
  spend,
  spendAlone,
  surrender,
  type Window,
} from './window.ts';
import { createWindowAsker, idleMs } from './window-asker.ts';

/** What all replicas together use of names' windows. A window is decided on by memory wherever that can tell. */
export interface Windows {
  /** Takes units while the limit is not reached: the request that crosses it is the last. */
  take(name: string, limit: number, units: number): Claim | Refusal | Promise<Claim | Refusal>;
  /** Uses more, or with a negative number less, than was claimed; nothing once the window is over. */
  correct(claim: Claim, units: number): void;
  /** Counts, whatever the limit is and whether there is one; answers what all have used as far as it is known here. */
  add(name: string, units: number, limit?: number): Seen;
  /** The same without counting; has the server asked where that was long ago. */
  see(name: string): Seen;
  /** Hands back what is in hand, and ends. */
  stop(): Promise<void>;
}

export interface Seen {
  units: number;
  leftMs: number;
}

export interface WindowsOptions {
  /** Goes before the names. */
  kind: string;
  windowMs: number;
  link: Link;
  counts: SharingCounts;
  /** Whether a request may be let through before the server has answered, with so many replicas. */
  givesCredit(limit: number, replicas: number): boolean;
  /** For how long permits are leased ahead; 0 for windows that are only counted. */
  leadMs?: number;
  now?: () => number;
}

const sweepMs = 250;
/** What is only seen is asked for as seldom as this. */
const seenMs = 1_000;
/** Names that are kept; those in use are a few thousand. */
const maxNames = 200_000;

export function createWindows(options: WindowsOptions): Windows {
  const {
    kind,
    windowMs,
    link,
    counts,
    givesCredit,
    leadMs = 1_000,
    now = () => performance.now(),
  } = options;
  const windows = new LRUCache<string, Window>({ max: maxNames });
  /** Those that hold permits, or may want some. */
  const live = new Set<Window>();
  const { ask, soon, stop } = createWindowAsker({ kind, windowMs, link, counts, leadMs, now });
  const sweeper = setInterval(sweep, sweepMs).unref();
  link.onJoined(() => void inPortions(findRunning(), (window) => void ask(window)));

  /** All that were used here and still run: a server that comes back may have forgotten every one. */
  function findRunning(): Window[] {
    const at = now();
    return [...windows.values()].filter(({ used, endsAt }) => used > 0 && at < endsAt);
  }

  function find(name: string, limit: number, at: number): Window {
    let window = windows.get(name);
    if (!window) {
      window = createWindow(name, limit, at);
      windows.set(name, window);
    }
    roll(window, at, windowMs);
    if (window.limit !== limit) {
      window.limit = limit;
      window.fullUntil = 0;
      surrender(window);
      soon.add(window);
    }
    return window;
  }

  /** One request at a time: until the server has counted it, the next one waits. */
  function mayBorrow(window: Window): boolean {
    const { isAsking, others, leased, used, limit } = window;
    if (isAsking || used > leased || others + leased >= limit) return false;
    return givesCredit(limit, link.replicas());
  }

  function sweep(): void {
    const at = now();
    for (const window of live) {
      roll(window, at, windowMs);
      const isIdle = at - window.usedAt > idleMs;
      const holds = inHand(window) > 0 || window.nextLeased > 0;
      if (isIdle && !holds && inHand(window) >= 0) live.delete(window);
      else if (inHand(window) !== 0 && isIdle) soon.add(window);
      else if (isNearEnd(window, at, windowMs) && window.nextLeased === 0 && window.unitsPerMs * leadMs >= 1)
        soon.add(window);
    }
  }

  return {
    take(name, limit, units) {
      const at = now();
      const window = find(name, limit, at);
      live.add(window);
      if (!link.isJoined()) {
        counts.alone += 1;
        return spendAlone(window, units, at, windowMs);
      }
      const held = inHand(window);
      if (held >= units) {
        counts.memory += 1;
        if (held < (window.unitsPerMs * leadMs) / 2) soon.add(window);
        return spend(window, units, at, windowMs);
      }
      if (link.replicas() === 1) {
        counts.memory += 1;
        // Nobody else is there whose requests could fill it.
        if (at >= window.fullUntil) soon.add(window);
        return spendAlone(window, units, at, windowMs);
      }
      if (at < window.fullUntil) {
        counts.memory += 1;
        return refuse(window, at);
      }
      if (mayBorrow(window)) {
        counts.credit += 1;
        const claim = spend(window, units, at, windowMs);
        void ask(window);
        return claim;
      }
      counts.waited += 1;
      return new Promise((resolve) => {
        window.waiting.push({ units, resolve });
        void ask(window);
      });
    },
    correct({ window, epoch }, units) {
      roll(window, now(), windowMs);
      if (window.epoch !== epoch || units === 0) return;
      window.used += units;
      window.recent += units;
      if (units < 0) window.fullUntil = 0;
      live.add(window);
      const held = inHand(window);
      if (held < 0 || held > 2 * window.unitsPerMs * leadMs) soon.add(window);
    },
    add(name, units, limit = Number.MAX_SAFE_INTEGER) {
      const at = now();
      const window = find(name, limit, at);
      spend(window, units, at, windowMs);
      window.used = Math.max(0, window.used);
      live.add(window);
      soon.add(window);
      return { units: window.others + window.used, leftMs: window.endsAt - at };
    },
    see(name) {
      const at = now();
      const window = find(name, Number.MAX_SAFE_INTEGER, at);
      if (at - window.heardAt > seenMs) soon.add(window);
      return { units: window.others + window.used, leftMs: Math.max(0, window.endsAt - at) };
    },
    async stop() {
      clearInterval(sweeper);
      const holding = [...live].filter((window) => inHand(window) !== 0 || window.nextLeased > 0);
      await stop(holding);
    },
  };
}
