import { decodeText } from '../../call/decode-text.ts';
import { refusalOf } from '../../call/refusal.ts';
import type { Send, VendorRequest } from '../../call/send.ts';

/**
 * A film that stands in an answer, in base64: asked for once more when it is read, so that polls hold none, and decoded as
 * it comes.
 */
export async function* inlineBytes(
  request: VendorRequest,
  send: Send,
  name: string,
  skip = 0,
): AsyncGenerator<Buffer> {
  const answer = await send({ ...request, isStreamed: true });
  const body = answer.stream ?? [answer.body];
  try {
    if (answer.status >= 300) throw refusalOf(answer, '');
    yield* decodeText(body, name, skip);
  } finally {
    answer.stream?.destroy();
  }
}
