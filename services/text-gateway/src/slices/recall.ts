import { returnSlices } from './return.ts';
import type { Slice } from './slice.ts';
import type { SlicesContext } from './slices.ts';

/** Who has answered which recall. */
export interface RecallBoard {
  /** Resolves when all these runs have answered, or after `timeoutMs`. */
  answered(recallId: string, runs: readonly string[], timeoutMs: number): Promise<void>;
  /** Records an answer that came in. */
  note(recallId: string, run: string): void;
  /** Tells everybody that this run has answered. */
  announce(recallId: string): void;
}

/** Answers are remembered for recalls that nobody waits for yet: they may overtake the draw's own answer. */
const rememberedRecalls = 1_000;

export function createRecallBoard(announce: (recallId: string) => void): RecallBoard {
  const answers = new Map<string, Set<string>>();
  const waits = new Map<string, Set<() => void>>();
  return {
    announce,
    note(recallId, run) {
      const runs = answers.get(recallId) ?? new Set();
      runs.add(run);
      answers.set(recallId, runs);
      const [oldest] = answers.keys();
      if (answers.size > rememberedRecalls && oldest !== undefined) answers.delete(oldest);
      for (const check of waits.get(recallId) ?? []) check();
    },
    answered(recallId, runs, timeoutMs) {
      return new Promise((resolve) => {
        const checks = waits.get(recallId) ?? new Set();
        const timer = setTimeout(finish, timeoutMs);
        const check = (): void => {
          const answered = answers.get(recallId);
          if (runs.every((run) => answered?.has(run))) finish();
        };
        function finish(): void {
          clearTimeout(timer);
          checks.delete(check);
          if (checks.size === 0) waits.delete(recallId);
          resolve();
        }
        checks.add(check);
        waits.set(recallId, checks);
        check();
      });
    },
  };
}

/**
 * Hands back what is free of the recalled purses, keeps no headroom on them for a while, and says so. Rejects
 * without a word when something may be left.
 */
export async function answerRecall(
  slices: Iterable<Slice>,
  recallId: string,
  purses: readonly string[],
  context: SlicesContext,
): Promise<void> {
  const recalled = new Set(purses);
  const touched = [...slices].filter((slice) => slice.path.some((purse) => recalled.has(purse)));
  for (const slice of touched) slice.frugalUntil = context.now() + context.idleMs;
  await returnSlices(touched, context);
  context.recalls.announce(recallId);
}
