import { cleanMessage } from '../../call/clean-message.ts';
import { Refusal } from '../../call/refusal.ts';
import type { Ending } from '../../sql/endings/finish-task.ts';
import type { Changes } from '../../sql/moves/move-task.ts';
import type { FailCode } from '../../task/failure.ts';
import type { State } from '../../task/states.ts';
import type { Result, Task, Trouble } from '../../task/task.ts';
import type { Report } from '../../upstreams/upstream.ts';
import { nextPollMs, nextTryMs } from './poll-times.ts';

/** What a poll brought: the vendor's word, or why there is none. */
export type Finding = Report | { kind: 'error'; error: unknown };

/** The same once the store has the bytes that came with it. */
export type KeptFinding =
  | Exclude<Finding, { kind: 'succeeded' }>
  | { kind: 'succeeded'; result: Result; usage?: Task['usage'] };

export type Verdict =
  | { kind: 'ends'; ending: Ending }
  | { kind: 'goes-on'; to: State; changes: Changes & { dueInMs: number } };

export interface Pace {
  pollMs: number;
  nowMs: number;
  /** Of whoever was asked: its words are told without them. */
  names: readonly string[];
}

/** Polls in a row that may go wrong in this way. A moment's lag of the vendor's own tables is no end. */
const patience = { missing: 3, refused: 3, empty: 5 };

/** How long a task may be missing, in units of the first pause between polls: five minutes of five seconds. */
const forgottenPauses = 60;

/** Progress of a task whose vendor gives no number. */
const begunProgress = 30;

/** What follows from what a poll brought. Nothing that could be a moment's trouble ends a task. */
export function judge(task: Task, finding: KeptFinding, pace: Pace): Verdict {
  switch (finding.kind) {
    case 'queued':
    case 'running':
      return stay(task, pace, finding.kind, {
        trouble: null,
        progress: progressOf(finding),
        ...(finding.state && { upstreamState: finding.state }),
      });
    case 'unknown':
      return stay(task, pace, task.state, { trouble: null });
    case 'succeeded': {
      const { result, usage = task.usage } = finding;
      if (isLost(task, result, pace)) return fail('result_expired', 'The result was kept no longer.');
      if (result.media.length > 0 || result.text !== undefined)
        return { kind: 'ends', ending: { state: 'succeeded', result, usage } };
      return tryAgain(task, pace, 'empty', () =>
        fail('empty_result', 'The upstream ended without a result.'),
      );
    }
    case 'failed':
      return fail(
        finding.code,
        cleanMessage(finding.message, [task.upstreamId, ...pace.names]) ||
          'The upstream failed to render it.',
      );
    case 'missing':
      return judgeMissing(task, pace);
    case 'error':
      return judgeError(task, finding.error, pace);
  }
}

/** Whether nothing is left of what was made: nobody looked in time, and nobody pays for what cannot be had. */
function isLost({ deadlineAt }: Task, { media, text }: Result, { nowMs }: Pace): boolean {
  if (deadlineAt > nowMs || media.length === 0 || text !== undefined) return false;
  return media.every(
    ({ key, expiresAt }) => key === undefined && expiresAt !== undefined && expiresAt <= nowMs,
  );
}

/**
 * The vendor does not list the task, or says that there is none. Its tables may lag, or be away for a while behind what answers,
 * and what was paid for is lost with the task.
 */
function judgeMissing(task: Task, pace: Pace): Verdict {
  const { sinceMs, count } =
    task.trouble?.kind === 'missing' ? task.trouble : { sinceMs: pace.nowMs, count: 0 };
  // Between two looks workers may have been away, or it was another's clock.
  const isForgotten = count + 1 >= patience.missing && pace.nowMs - sinceMs > forgottenPauses * pace.pollMs;
  if (isForgotten) return fail('upstream_unavailable', 'The upstream no longer knows the task.');
  return tryAgain(task, pace, 'missing');
}

function judgeError(task: Task, error: unknown, pace: Pace): Verdict {
  if (error instanceof Refusal) {
    const { blame, failCode, isSaid } = error;
    if (!isSaid) return tryAgain(task, pace, 'transient');
    const message =
      cleanMessage(error.message, [task.upstreamId, ...pace.names]) || 'The upstream refused the task.';
    if (blame === 'request' && failCode !== 'invalid_parameter') return fail(failCode, message);
    if (blame === 'request') return tryAgain(task, pace, 'refused', () => fail(failCode, message));
    if (blame === 'unavailable') return judgeMissing(task, pace);
    return tryAgain(task, pace, 'transient', undefined, error.retryAfterMs);
  }
  return tryAgain(task, pace, 'transient');
}

function stay(task: Task, { pollMs, nowMs }: Pace, to: State, changes: Changes): Verdict {
  const ageMs = nowMs - (task.submittedAt ?? task.createdAt);
  return { kind: 'goes-on', to, changes: { ...changes, dueInMs: nextPollMs(ageMs, pollMs) } };
}

function tryAgain(
  task: Task,
  { pollMs, nowMs }: Pace,
  kind: Trouble['kind'],
  giveUp?: () => Verdict,
  retryAfterMs = 0,
): Verdict {
  // Once its time is over all that goes wrong counts together: what goes wrong in turns would never come to an end.
  const isCounted = task.trouble?.kind === kind || task.deadlineAt <= nowMs;
  const before = (isCounted && task.trouble) || { count: 0, sinceMs: nowMs };
  const trouble = { ...before, kind, count: before.count + 1 };
  if (giveUp && kind !== 'transient' && trouble.count >= patience[kind]) return giveUp();
  // Twice the pause at least: what the vendor has yet to see shall have had the time to come.
  const leastMs = kind === 'missing' ? 2 * pollMs : retryAfterMs;
  const dueInMs = nextTryMs(trouble.count, { pollMs, retryAfterMs: leastMs });
  return { kind: 'goes-on', to: task.state, changes: { trouble, dueInMs } };
}

function fail(code: FailCode, message: string): Verdict {
  return { kind: 'ends', ending: { state: 'failed', failure: { code, message } } };
}

function progressOf({ kind, progress }: { kind: 'queued' | 'running'; progress?: number }): number {
  const given = progress ?? (kind === 'running' ? begunProgress : 0);
  return Math.min(99, Math.max(0, Math.round(given)));
}
