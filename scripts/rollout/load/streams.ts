import { models } from '../configuration.ts';
import { ask } from './ask.ts';
import { noteTrouble, type Tally } from './tally.ts';

/** How long each stream is open. */
export interface StreamPace {
  pieces: number;
  delayMs: number;
}

/** The dialects' own words for the end of a stream. */
const chat = { path: '/v1/chat/completions', end: 'data: [DONE]\n\n', more: {} };
const messages = {
  path: '/v1/messages',
  end: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  more: { max_tokens: 4_000 },
};

/** Keeps one stream open after the other until it is told to stop. */
export async function keepStreaming(
  baseUrl: string,
  { tally, pace, signal, number }: { tally: Tally; pace: StreamPace; signal: AbortSignal; number: number },
): Promise<void> {
  const { path, end, more } = number % 2 === 0 ? chat : messages;
  const content = `a stream [[chunks=${pace.pieces} delay=${pace.delayMs}]]`;
  const body = { model: models.text, stream: true, messages: [{ role: 'user', content }], ...more };
  while (!signal.aborted) {
    let id: string | null = null;
    let hasBegun = false;
    try {
      const answer = await ask(baseUrl + path, body);
      id = answer.headers.get('x-request-id');
      hasBegun = true;
      count.open += 1;
      tally.streamsOpen = Math.max(tally.streamsOpen, count.open);
      const text = await answer.text();
      if (!text.endsWith(end)) throw new Error(`ended with ${text.slice(-200)}`);
      tally.streams += 1;
    } catch (error) {
      if (hasBegun) tally.streamsCut += 1;
      else tally.requestsFailed += 1;
      noteTrouble(tally, hasBegun ? `stream ${id ?? ''} of ${path}` : path, error);
    } finally {
      if (hasBegun) count.open -= 1;
    }
  }
}

const count = { open: 0 };
