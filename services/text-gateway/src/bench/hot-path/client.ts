import { randomUUIDv7 } from 'node:crypto';
import { Caller, Open } from '@headgate/proto/gen/headgate/text/v1/text';
import type { GatewayContext } from '../../context.ts';
import type { Dialect } from '../../dialects/index.ts';
import type { Answer } from '../../relay/answers/answer.ts';
import { generate } from '../../relay/generate.ts';

/** One request of a kind, as ingress hands it over. */
export interface Asked {
  dialect: Dialect;
  model: string;
  stream: boolean;
  body: Buffer;
}

const caller = Caller.fromPartial({
  keyId: 77n,
  userId: 5n,
  group: 'default',
  purses: [
    { id: 'key:77', limited: true },
    { id: 'user:5', limited: true },
  ],
  modelsLimited: false,
});
const headers = [{ name: 'content-type', value: 'application/json' }];

/** Asks once, and takes what comes without looking. Rejects when the answer is none. */
export async function ask(context: GatewayContext, asked: Asked): Promise<void> {
  const { dialect, model, stream, body } = asked;
  const open = Open.fromPartial({
    requestId: randomUUIDv7(),
    caller,
    headers,
    body,
    model,
    stream,
    alt: 'sse',
  });
  const answer = createCountingAnswer();
  await generate(context, dialect, open, answer);
  if (answer.status !== 200 || !answer.isEnded) throw new Error('A request was not served');
}

/** Cheap, so that what is counted is the gateway's. */
function createCountingAnswer(): Answer & { status: number; isEnded: boolean; sizeBytes: number } {
  const gone = new AbortController();
  const answer = {
    gone: gone.signal,
    status: 0,
    isEnded: false,
    sizeBytes: 0,
    hasBegun: () => answer.status !== 0,
    head(status: number) {
      answer.status = status;
    },
    data(bytes: Buffer) {
      answer.sizeBytes += bytes.length;
      return true;
    },
    beat: () => undefined,
    end() {
      answer.isEnded = true;
    },
    fail: () => undefined,
    onDrain: () => undefined,
    whenOver: (run: () => void) => run(),
    addCredit: () => undefined,
  };
  return answer;
}
