import { pipeline } from 'node:stream';
import { type AnswerHeaders, openDecoder } from './encodings.ts';

/** The bytes of a whole answer as they were before they were compressed, read no faster than they are taken. */
export async function* decodeBody(
  headers: AnswerHeaders,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]();
  const first = await parts.next();
  if (first.done) return;
  const whole = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => parts };
  };
  const decoder = openDecoder(headers, first.value);
  // What fails is thrown to whoever reads.
  yield* decoder ? pipeline(whole, decoder, () => undefined) : whole();
}
