import { wait } from '@headgate/runtime/wait';
import { openRealtime } from '../../e2e/testing/realtime-client.ts';
import { key, models } from '../configuration.ts';
import { noteTrouble, type Tally } from './tally.ts';

const pauseMs = 500;
/** "Going away": the gateway ends a session so, between responses; its client opens another. */
const goingAway = 1001;

/** Keeps one session open and has it respond again and again; opens another when the gateway has ended it. */
export async function keepTalking(
  baseUrl: string,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await talk(baseUrl, { tally, signal });
    } catch (error) {
      noteTrouble(tally, 'session', error);
      await wait(pauseMs);
    }
  }
}

async function talk(
  baseUrl: string,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  const client = await openRealtime(baseUrl, key, models.realtime).catch((error) => {
    tally.requestsFailed += 1;
    throw error;
  });
  tally.sessions += 1;
  let code: number | undefined;
  void client.closed.then((given) => {
    code = given;
  });
  let asked = 0;
  const answered = (): number => client.events.filter(({ type }) => type === 'response.done').length;
  const begun = (): number => client.events.filter(({ type }) => type === 'response.created').length;
  while (!signal.aborted && code === undefined) {
    asked += 1;
    client.ask('something short [[chunks=10 delay=100]]');
    while (code === undefined && answered() < asked) await wait(50);
    tally.responses = tally.responses + (answered() === asked ? 1 : 0);
    if (code === undefined) await wait(pauseMs);
  }
  if (code === undefined) {
    client.sdk.close();
    await client.closed;
  } else if (code === goingAway && begun() === answered()) {
    tally.sessionsMoved += 1;
  } else {
    tally.sessionsCut += 1;
    throw new Error(`${client.requestId} closed with ${code} in a response: ${begun() > answered()}`);
  }
}
