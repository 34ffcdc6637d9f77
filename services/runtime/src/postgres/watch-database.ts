import { answerWithin } from '../answer-within.ts';
import type { Condition } from '../health.ts';
import type { Log } from '../log.ts';
import { wait } from '../wait.ts';

/** As long as a pool waits for a connection. The answer is not waited for any longer, and another connection is asked. */
const longestAnswerMs = 10_000;

/**
 * Asks the database again and again, until `signal`: the condition is met while it answers within `withinMs`. Never rejects. An
 * answer that comes later is not used. A server that hangs keeps a connection for longer (see `limitSilence`).
 */
export async function watchDatabase<Answer>({
  ask,
  onAnswer,
  everyMs = 2_000,
  withinMs = longestAnswerMs,
  log,
  condition,
  signal,
}: {
  ask: () => Promise<Answer>;
  onAnswer?: (answer: Answer) => void;
  everyMs?: number;
  withinMs?: number;
  log: Log;
  condition: Condition;
  signal: AbortSignal;
}): Promise<void> {
  let isAway = false;
  while (!signal.aborted) {
    try {
      const answer = await answerWithin(withinMs, ask());
      onAnswer?.(answer);
      condition.set(true);
      if (isAway) log.info('the database is back');
      isAway = false;
    } catch (error) {
      if (signal.aborted) return;
      condition.set(false, 'the database does not answer');
      if (!isAway) log.warn({ err: error }, 'the database is away');
      isAway = true;
    }
    await wait(everyMs, signal).catch(() => undefined);
  }
}
