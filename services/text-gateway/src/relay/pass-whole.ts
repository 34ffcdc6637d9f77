import { fault } from '@headgate/proto/faults';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import type { WholeAnswer } from '../dialects/passage.ts';
import type { Attempt, AttemptResult, Pass } from './attempt.ts';
import type { AnswerKeeper } from './keep-answer.ts';

/** A whole answer is held until it is complete: its bill must be closed before its last byte leaves. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** Takes a whole answer, checks it, settles it and sends it. */
export function createWholePass(
  attempt: Attempt,
  { keeper, contentType: upstreamType }: { keeper: AnswerKeeper; contentType: string },
  finish: (result: AttemptResult) => void,
): Pass {
  const { context, readWhole, answer, settlement, request, candidate } = attempt;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let isOver = false;
  const mappedName = candidate.upstreamModel === request.model ? undefined : request.model;

  function unusable(cause: unknown): void {
    isOver = true;
    context.log.warn(
      { err: cause, channelId: String(candidate.channel.id) },
      'upstream answer cannot be used',
    );
    finish({ kind: 'failed', fault: fault('bad_response_body'), isRetryable: true });
  }

  function pass(whole: WholeAnswer): void {
    isOver = true;
    keeper.note(whole.answerId);
    keeper.whenKept(() => send(whole));
  }

  function send({ body, usage, contentType = 'application/json' }: WholeAnswer): void {
    const ending = answer.gone.aborted ? Ending.CLIENT_GONE : Ending.COMPLETED;
    const tokens = settlement.settle({ ending, status: 200, isServed: true, usage });
    answer.head(200, [{ name: 'content-type', value: contentType }], Buffer.alloc(0));
    answer.data(body);
    answer.end(tokens);
    finish({ kind: 'answered' });
  }

  return {
    data(bytes) {
      if (isOver) return true;
      sizeBytes += bytes.length;
      chunks.push(bytes);
      if (sizeBytes > maxAnswerBytes) {
        chunks.length = 0;
        unusable(new Error(`The answer is larger than ${maxAnswerBytes} bytes`));
      }
      return true;
    },
    end() {
      if (isOver) return;
      let whole: WholeAnswer;
      try {
        whole = readWhole(Buffer.concat(chunks), mappedName, upstreamType);
      } catch (cause) {
        return unusable(cause);
      }
      if (whole.error !== undefined) return unusable(new Error('An error came under a status of success'));
      pass(whole);
    },
    broken(error) {
      if (isOver) return;
      if (!answer.gone.aborted) return unusable(error);
      settlement.settle({ ending: Ending.CLIENT_GONE, status: 0, isServed: true, usage: undefined });
      finish({ kind: 'answered' });
    },
  };
}
