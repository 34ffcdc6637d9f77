import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { gatherPieces } from '@headgate/runtime/bodies/gather-pieces';
import type { Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';
import { maxAnswerBytes } from '../../max-answer-bytes.ts';
import type { Attempt, AttemptResult } from '../attempts/attempt.ts';
import { logBreak } from '../attempts/log-break.ts';
import { type Bill, billOf, type Evidence, isHollow, unserved } from '../bills/bill.ts';
import { failInStream } from './in-stream-fault.ts';
import type { AnswerKeeper } from './keep-answer.ts';
import type { Pass } from './pass.ts';
import { answerTooLarge } from './too-large.ts';

/** A whole answer, as it was read. */
export interface ReadAnswer {
  /** What came under a status of success in place of an answer. */
  error?: unknown;
  evidence(): Evidence;
  /** The service tier that it is billed by where the upstream does not say it. */
  askedTier: string | undefined;
  /** What the upstream keeps it under, and what an answer that goes on from it will read. */
  answerId?: string | undefined;
  usage?: Usage | undefined;
  /** What the client is sent. */
  write(): WrittenAnswer;
}

export interface WrittenAnswer {
  contentType: string;
  body: Buffer;
  /** What would end it for the client, where it is a stream. */
  brokenFrame?: Buffer;
}

/**
 * Takes an answer whole: has it read, closes its bill, and sends it.
 *
 * @param read throws where the bytes are no answer.
 */
export function takeWhole(
  attempt: Attempt,
  { read, keeper }: { read: (bytes: Buffer) => ReadAnswer; keeper?: AnswerKeeper },
  finish: (result: AttemptResult) => void,
): Pass {
  const { answer, settlement } = attempt;
  let pieces = gatherPieces();
  let sizeBytes = 0;
  let isOver = false;

  function unusable(cause: unknown, result: AttemptResult = failInStream(attempt, undefined)): void {
    isOver = true;
    logBreak(attempt, cause, 'upstream answer cannot be used');
    finish(result);
  }

  function send({ askedTier, write }: ReadAnswer, bill: Bill): void {
    const { contentType, body, brokenFrame = Buffer.alloc(0) } = write();
    const ending = answer.gone.aborted ? Ending.CLIENT_GONE : Ending.COMPLETED;
    const tokens = settlement.settle({ ending, status: 200, askedTier, ...bill });
    answer.head(200, [{ name: 'content-type', value: contentType }], brokenFrame);
    answer.data(body);
    answer.end(tokens);
    finish({ kind: 'answered' });
  }

  /** All of it is there. */
  function complete(bytes: Buffer) {
    let whole: ReadAnswer;
    try {
      whole = read(withoutMark(bytes));
    } catch (cause) {
      return unusable(cause);
    }
    if (whole.error !== undefined) {
      const cause = new Error('An error came under a status of success');
      return unusable(cause, failInStream(attempt, whole.error));
    }
    const evidence = whole.evidence();
    if (isHollow(evidence)) return unusable(new Error('The answer says and counts nothing'));
    isOver = true;
    const bill = billOf(evidence);
    if (!keeper) return send(whole, bill);
    keeper.note(whole.answerId, whole.usage);
    keeper.whenKept(() => send(whole, bill));
  }

  return {
    isWhole: true,
    data(bytes) {
      if (isOver) return true;
      sizeBytes += bytes.length;
      pieces.add(bytes);
      if (sizeBytes > maxAnswerBytes) {
        pieces = gatherPieces();
        unusable(new Error(`The answer is larger than ${maxAnswerBytes} bytes`), answerTooLarge);
      }
      return true;
    },
    end() {
      if (!isOver) complete(pieces.join());
    },
    broken(error) {
      if (isOver) return;
      const bytes = pieces.join();
      // Of an object that is all there only the end of its transfer was lost.
      if (isObject(bytes)) return complete(bytes);
      if (!answer.gone.aborted) return unusable(error);
      // Half of a whole answer is no answer, and tells nothing of what it would have cost.
      settlement.settle({ ending: Ending.CLIENT_GONE, status: 0, ...unserved });
      finish({ kind: 'answered' });
    },
  };
}

/** Some servers write a byte order mark before JSON, which whoever fetches JSON skips. In what is no JSON it stays. */
const marked = Buffer.from('\ufeff{');

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, marked.length).equals(marked) ? bytes.subarray(marked.length - 1) : bytes;
}

function isObject(bytes: Buffer): boolean {
  try {
    return isRecord(JSON.parse(withoutMark(bytes).toString('utf8')));
  } catch {
    return false;
  }
}
