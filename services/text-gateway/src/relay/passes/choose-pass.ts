import {
  beginsAsEvents,
  beginsAsJson,
  type CreateFrameSplitter,
  findFraming,
  longFields,
} from '../../frames.ts';
import { createSseSplitter } from '../../sse.ts';
import type { UpstreamHeaders } from '../../upstream-call/call.ts';
import type { Attempt } from '../attempts/attempt.ts';
import { createConvertedStream } from './convert-stream.ts';
import { createConvertedWhole } from './convert-whole.ts';
import { createAnswerKeeper } from './keep-answer.ts';
import type { AttemptControl, Pass } from './pass.ts';
import { createBytesPass } from './pass-bytes.ts';
import { createRefusalPass } from './pass-refusal.ts';
import { createStreamPass } from './pass-stream.ts';
import { createWholePass } from './pass-whole.ts';

/** How an answer with this head is taken and passed on. */
export function choosePass(
  attempt: Attempt,
  { status, headers }: { status: number; headers: UpstreamHeaders },
  control: AttemptControl,
): Pass {
  if (status < 200 || status > 299) return createRefusalPass(attempt, status, headers, control.finish);
  const type = String(headers['content-type'] ?? '');
  if (!attempt.request.stream) return createAnswerPass(attempt, { type, framing: undefined }, control);
  const framing = findFraming(type);
  if (framing && framing !== createSseSplitter) return createAnswerPass(attempt, { type, framing }, control);
  // Of sound any byte may be the first, a colon among them.
  const names = attempt.surface.passage.isUnread?.(type) ? longFields : undefined;
  const choose = (first: Buffer): Pass => {
    // What fails behind a head that promised a stream is often said in JSON all the same. Servers that were made at home call
    // a stream text, HTML or JSON, or nothing; SDKs do not look.
    const isEvents = framing ? !beginsAsJson(first) : beginsAsEvents(first, names) === true;
    return isEvents
      ? createAnswerPass(attempt, { type, framing: createSseSplitter }, control)
      : createAnswerPass(attempt, { type: framing ? 'application/json' : type, framing: undefined }, control);
  };
  // What was promised is believed at once: its client may wait for its signs of life.
  const isClear = (first: Buffer): boolean =>
    framing !== undefined || beginsAsEvents(first, names) !== undefined;
  return chooseByBeginning({ choose, isClear, isPromised: framing !== undefined }, control);
}

/** @param framing of a stream; undefined for an answer in one piece. */
function createAnswerPass(
  attempt: Attempt,
  { type, framing }: { type: string; framing: CreateFrameSplitter | undefined },
  control: AttemptControl,
): Pass {
  const { conversion, surface } = attempt;
  const { step, finish } = control;
  if (conversion) {
    return framing
      ? createConvertedStream(attempt, conversion, framing, control)
      : createConvertedWhole(attempt, conversion, finish);
  }
  const isUnread = !framing && (surface.passage.isUnread?.(type) ?? false);
  if (isUnread) return createBytesPass(attempt, type, finish);
  const keeper = createAnswerKeeper(attempt, step);
  return framing
    ? createStreamPass(attempt, keeper, control)
    : createWholePass(attempt, { keeper, contentType: type }, finish);
}

const nothing = Buffer.alloc(0);

/** So much is held of what does not say yet what it begins: some send blanks first, so that nobody on the way waits for more. */
const maxUnclearBytes = 4 * 1024;

interface Choosing {
  choose(first: Buffer): Pass;
  /** Whether that can be told by these. */
  isClear(first: Buffer): boolean;
  /** As a stream. */
  isPromised: boolean;
}

/** Stands in for the pass until the first bytes have chosen it; what is promised as a stream and says nothing for long is one. */
function chooseByBeginning({ choose, isClear, isPromised }: Choosing, { goOnWith }: AttemptControl): Pass {
  let held: Buffer = nothing;

  /** Nothing more comes that it could be chosen by. */
  function chosenByHeld(): Pass {
    const pass = chosenBy(held);
    pass.data(held);
    return pass;
  }

  function chosenBy(first: Buffer): Pass {
    const pass = choose(first);
    goOnWith(pass);
    return pass;
  }

  return {
    begin() {
      if (isPromised) chosenBy(nothing).begin?.();
    },
    data(bytes) {
      const first = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
      if (first.length >= maxUnclearBytes || isClear(first)) return chosenBy(first).data(first);
      held = first;
      return true;
    },
    end: () => chosenByHeld().end(),
    broken: (error) => chosenByHeld().broken(error),
  };
}
