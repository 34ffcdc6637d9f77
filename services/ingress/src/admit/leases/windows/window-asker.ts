import { createLater, type Later } from '../later.ts';
import type { Link } from '../link/link.ts';
import type { SharingCounts } from '../sharing-counts.ts';
import { countWindow, readWindowAnswer, writeWindowQuestion } from './count-window.ts';
import { declareWindow } from './declare-window.ts';
import {
  adopt,
  inHand,
  refuse,
  roll,
  spend,
  spendAlone,
  surrender,
  type Waiting,
  type Window,
} from './window.ts';

/** Asks the server about windows: of each one question at a time. */
export interface WindowAsker {
  ask(window: Window): Promise<void>;
  /** Windows whose question can wait a moment. */
  soon: Later<Window>;
  /** Asks of each for the last time: hands back what is in hand. */
  stop(windows: readonly Window[]): Promise<void>;
}

interface AskerOptions {
  /** Goes before the names. */
  kind: string;
  windowMs: number;
  link: Link;
  counts: SharingCounts;
  /** For how long permits are leased ahead. */
  leadMs: number;
  now: () => number;
}

/** Who has not used a name for so long hands back what it holds. */
export const idleMs = 1_000;
/** For so long "nothing is left" is believed; others may have handed something back by then. */
const fullMs = 50;
/** What can wait is gathered for so long. */
const soonMs = 10;
/** Requests whose demands go into one question. */
const maxDemands = 500;

export function createWindowAsker({ kind, windowMs, link, counts, leadMs, now }: AskerOptions): WindowAsker {
  const soon = createLater<Window>(soonMs, ask);
  let isStopping = false;

  /** Whoever waits is decided on by what is known here. */
  function decideAlone(window: Window, waiting: readonly Waiting[]): void {
    const at = now();
    for (const { units, resolve } of waiting) {
      counts.alone += 1;
      roll(window, at, windowMs);
      resolve(spendAlone(window, units, at, windowMs));
    }
  }

  /** What came in hand since they began to wait is theirs: kept, it would be missing from what the server can grant them. */
  function serveInHand(window: Window, at: number): void {
    for (let next = window.waiting[0]; next && inHand(window) >= next.units; next = window.waiting[0]) {
      window.waiting.shift();
      next.resolve(spend(window, next.units, at, windowMs));
    }
  }

  async function ask(window: Window): Promise<void> {
    if (window.isAsking) return;
    // The server may have gone while those who came later waited for their turn.
    if (!link.isJoined()) return decideAlone(window, window.waiting.splice(0));
    window.isAsking = true;
    soon.delete(window);
    const at = now();
    roll(window, at, windowMs);
    serveInHand(window, at);
    const demands = window.waiting.splice(0, maxDemands);
    const isIdle = isStopping || at - window.usedAt > idleMs;
    const { limit } = window;
    const question = declareWindow(window, {
      replica: link.replica,
      replicas: link.replicas(),
      windowMs,
      leadMs: isIdle ? 0 : leadMs,
      demands: demands.map(({ units }) => units),
      now: at,
    });
    const sent = { epoch: window.epoch, used: window.used, windowMs };
    try {
      const answer = readWindowAnswer(
        await link.run(countWindow, `${kind}:${window.name}`, writeWindowQuestion(question)),
      );
      counts.leases += 1;
      const answeredAt = now();
      adopt(window, answer, sent, answeredAt);
      window.heardAt = answeredAt;
      if (answer.total >= window.limit) window.fullUntil = Math.min(answeredAt + fullMs, window.endsAt);
      for (const [index, { units, resolve }] of demands.entries()) {
        resolve(
          index < answer.granted ? spend(window, units, answeredAt, windowMs) : refuse(window, answeredAt),
        );
      }
      if (limit !== window.limit) {
        surrender(window);
        soon.add(window);
      }
    } catch {
      counts.failedLeases += 1;
      decideAlone(window, [...demands, ...window.waiting.splice(0)]);
    } finally {
      window.isAsking = false;
    }
    if (window.waiting.length > 0) void ask(window);
    else if (inHand(window) < 0) soon.add(window);
  }

  return {
    ask,
    soon,
    async stop(windows) {
      soon.stop();
      isStopping = true;
      await Promise.all(windows.map(ask));
    },
  };
}
