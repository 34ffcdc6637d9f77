import { fault } from '@headgate/proto/faults';
import type { OpenShare } from '@headgate/runtime/bodies/answer-room';
import { setDeadline } from '@headgate/runtime/set-deadline';
import type { Passage, ReadWhole } from '../../dialects/passage.ts';
import type { Secrets } from '../../refusals/mask.ts';
import type { Judgement } from '../../refusals/upstream-fault.ts';
import { callUpstream, type UpstreamRequest } from '../../upstream-call/call.ts';
import type { Choice } from '../choices/choose.ts';
import { choosePass } from '../passes/choose-pass.ts';
import type { Pass } from '../passes/pass.ts';
import type { Conversion } from '../plans/convert-conversation.ts';
import type { CallPlan } from '../plans/plan-call.ts';
import { type Timeouts, timeoutsOf } from '../plans/timeouts.ts';
import type { Serving } from '../serving.ts';
import { logBreak } from './log-break.ts';

/** One upstream call on behalf of a request. */
export interface Attempt extends Serving, Choice {
  secrets: Secrets;
  /** Whether the client's stream must not show the usage that we asked for. */
  dropUsage: boolean;
  /** Absent where whole answers are read as they are. */
  conversion: Conversion | undefined;
  readWhole: ReadWhole;
  /** In place of the style's own. */
  createTap?: Passage['createTap'] | undefined;
}

/**
 * `answered`: the client got an answer, broken off or not, and the request is settled. `failed`: nothing was sent
 * and nothing is settled; `isStale` tells that a stale connection kept it from this channel.
 */
export type AttemptResult = { kind: 'answered'; isBroken?: true } | FailedAttempt;

export interface FailedAttempt extends Judgement {
  kind: 'failed';
  isStale?: boolean;
}

/** So much of a whole answer comes whatever others hold. */
const smallBytes = 256 * 1024;

/**
 * Calls the chosen candidate as planned and passes its answer on; resolves when the call is over. `onAnswering` is
 * called with every piece of an answer that is no refusal.
 */
export function makeAttempt(
  serving: Serving,
  choice: Choice,
  plan: CallPlan,
  onAnswering: () => void = () => undefined,
): Promise<AttemptResult> {
  const { candidate, key } = choice;
  const { channel, upstreamModel } = candidate;
  const { url, headers, body, dropUsage, conversion, readWhole, createTap } = plan;
  const secrets = {
    keys: channel.keys,
    headers: channel.overrides?.headers,
    hosts: [url.host, url.hostname],
    upstreamModel,
    model: serving.request.model,
  };
  // Named one by one: what is spread behind other members is copied slowly, and this is made for every call.
  const attempt = { ...serving, candidate, key, secrets, dropUsage, conversion, readWhole, createTap };
  const timeouts = timeoutsOf(channel, serving.context.config, {
    ofImages: serving.surface.images === 'converted',
    isStream: serving.request.stream,
  });
  return new Promise((resolve) => run(attempt, { url, headers, body, timeouts }, onAnswering, resolve));
}

function run(
  attempt: Attempt,
  request: UpstreamRequest & { timeouts: Timeouts },
  onAnswering: () => void,
  resolve: (result: AttemptResult) => void,
): void {
  const { context, answer, settlement } = attempt;
  const { abandonedDrainMs } = context.config;
  let pass: Pass | undefined;
  let isRefusal = false;
  let isFinished = false;
  let isCallOver = false;
  let wholeBytes = 0;
  let share: OpenShare | undefined;
  const piece = attempt.request.stream ? context.routingMetrics.pieces() : undefined;
  let timers: readonly (() => void)[] = [];
  const clearTimers = (): void => {
    for (const callOff of timers) callOff();
    timers = [];
  };
  const cutAfter = (ms: number, why: string): void => {
    if (!isCallOver) timers = [...timers, setDeadline(ms, () => call.abort(new Error(why)))];
  };

  /** The verdict is in. Whatever the upstream still sends is for nobody: it gets a short while to end. */
  const finish = (result: AttemptResult): void => {
    if (isFinished) return;
    isFinished = true;
    clearTimers();
    if (share) letGo(share, result);
    answer.gone.removeEventListener('abort', onGone);
    cutAfter(abandonedDrainMs, 'The answer is complete');
    resolve(result);
  };

  /** Runs a step of the answer. A defect in it ends the request, and must not leave it open. */
  const step = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      context.log.error({ err: error, requestId: attempt.requestId }, 'passing an answer on failed');
      if (answer.hasBegun()) {
        answer.fail(error);
        finish({ kind: 'answered' });
      } else {
        finish({ kind: 'failed', fault: fault('internal_error'), isRetryable: false });
      }
    }
  };
  /** A client is not to wait in silence for long. */
  const beginAfter = (ms: number): void => {
    const timer = setTimeout(() => step(() => pass?.begin?.()), ms);
    timers = [...timers, () => clearTimeout(timer)];
  };
  const goOnWith = (next: Pass): void => {
    pass = next;
  };
  const over = (): void => {
    isCallOver = true;
    if (isFinished) clearTimers();
  };

  const call = callUpstream(context.pools, request, {
    onHead(status, headers) {
      context.reach('after-head');
      settlement.firstByte();
      isRefusal = status < 200 || status > 299;
      step(() => {
        pass = choosePass(attempt, { status, headers }, { step, finish, goOnWith });
        if (pass.begin && !isFinished) beginAfter(context.config.keepAliveMs);
      });
    },
    onData: (bytes) =>
      step(() => {
        if (!isRefusal) onAnswering();
        piece?.();
        if (!isFinished && pass && !pass.data(bytes) && !answer.gone.aborted) call.pause();
        if (pass?.isWhole && !isFinished && !answer.gone.aborted) holdWhole(bytes.length);
      }),
    onEnd() {
      over();
      step(() => pass?.end());
    },
    onError(error, isStale) {
      over();
      if (pass) return step(() => pass?.broken(error));
      logBreak(attempt, error, 'upstream call failed');
      attempt.witness?.unreached(error);
      const unreachable = fault('model_not_found', { message: unreachableMessage });
      finish({ kind: 'failed', fault: unreachable, isRetryable: true, isStale });
    },
  });
  /** Others come on when the client has taken this one. */
  function letGo({ leave }: OpenShare, { kind }: AttemptResult): void {
    if (kind === 'answered') answer.whenOver(leave);
    else leave();
  }

  /** Many large answers at once wait for one another in their connections. */
  function holdWhole(sizeBytes: number): void {
    wholeBytes += sizeBytes;
    if (wholeBytes <= smallBytes) return;
    share ??= context.answerRoom.enter();
    // Another one ends within undici's reading of its connection, and undici reads one at a time.
    share.take(sizeBytes, { pause: () => call.pause(), resume: () => setImmediate(() => call.resume()) });
  }

  if (isFinished) return;
  answer.onDrain(() => call.resume());
  cutAfter(request.timeouts.answerMs, 'The answer took too long');

  /** Nobody listens any more: what is left is read for its usage, for a while. */
  function onGone(): void {
    call.resume();
    if (abandonedDrainMs === 0) call.abort(new Error('The client has gone'));
    else cutAfter(abandonedDrainMs, 'The client has gone');
  }
  if (answer.gone.aborted) onGone();
  else answer.gone.addEventListener('abort', onGone, { once: true });
}

const unreachableMessage = 'The upstream for this model cannot be reached right now.';
