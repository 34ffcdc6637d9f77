import { wait } from '@headgate/runtime/wait';
import { openRealtime } from '../../e2e/testing/realtime-client.ts';
import { keys } from './kinds.ts';
import { count, type Tally } from './tally.ts';

const responsesPerSession = 10;
const pauseMs = 1_000;

/** Opens one realtime session after the other and has it respond a few times, until told to stop. */
export async function keepTalking(
  baseUrl: string,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await count(tally, 'a realtime session', () => talk(baseUrl));
    await wait(pauseMs);
  }
}

async function talk(baseUrl: string): Promise<void> {
  const client = await openRealtime(baseUrl, keys.governed, 'gpt-realtime');
  try {
    for (let response = 1; response <= responsesPerSession; response += 1) {
      client.ask('something short [[chunks=10 delay=50]]', response % 2 === 0 ? 'text' : 'audio');
      await client.until('response.done', response);
    }
  } finally {
    client.sdk.close();
    await client.closed;
  }
}
