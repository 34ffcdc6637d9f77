import { wait } from '@headgate/runtime/wait';
import { openRealtime, type RealtimeClient } from '../../e2e/testing/realtime-client.ts';
import type { Random } from '../random.ts';
import { key, model } from './configuration.ts';

/** What a client saw of one session. */
export interface Session {
  requestId: string;
  /** Tokens of the responses that came to their end, as the session told of them. */
  responses: { inputTokens: number; outputTokens: number }[];
  /** How it ended: left by its client, or closed with a code. */
  end: 'left' | number;
  /** A response that neither came to an end nor ended the session. */
  isStuck: boolean;
}

export interface RealtimeLoad {
  sessions: Session[];
  /** How many dials were refused or came to nothing. */
  refused(): number;
  stop(): Promise<void>;
}

const openWithinMs = 20_000;
/** Nobody may ever wait for so long. */
const answeredWithinMs = 60_000;
/** After a refusal: a client that hurries would only measure how fast it is refused. */
const pauseMs = 50;

/** Holds a session from each of so many clients at once, each time at any ingress, until told to stop. */
export function startRealtimeLoad(
  ingresses: readonly [string, ...string[]],
  { clients, random }: { clients: number; random: Random },
): RealtimeLoad {
  const sessions: Session[] = [];
  let refused = 0;
  let isStopping = false;
  const client = async (): Promise<void> => {
    while (!isStopping) {
      const opened = await open(random.pick(ingresses)).catch(() => undefined);
      if (opened) sessions.push(await converse(opened, random));
      else {
        refused += 1;
        await wait(pauseMs);
      }
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    sessions,
    refused: () => refused,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

/** An ingress that stands still accepts connections. */
async function open(baseUrl: string): Promise<RealtimeClient> {
  const over = new AbortController();
  const late = wait(openWithinMs, over.signal).then(() => {
    throw new Error('no session in time');
  });
  try {
    return await Promise.race([openRealtime(baseUrl, key, model), late]);
  } finally {
    over.abort();
  }
}

/** Asks a few times, and leaves at the end or in mid-response. */
async function converse(client: RealtimeClient, random: Random): Promise<Session> {
  const session: Session = { requestId: client.requestId, responses: [], end: 'left', isStuck: false };
  let closed: number | undefined;
  void client.closed.then((code) => {
    closed = code;
  });
  const questions = 1 + random.below(4);
  for (let number = 1; number <= questions && closed === undefined; number += 1) {
    client.ask(`tell [[chunks=${1 + random.below(60)} delay=${random.pick([0, 5, 20])}]]`);
    const leaves = random.percent(8);
    const over = new AbortController();
    const patience = wait(leaves ? random.below(300) : answeredWithinMs, over.signal).then(() => 'late');
    const answered = client.until('response.done', number).catch(() => 'late');
    const first = await Promise.race([answered, client.closed, patience]);
    over.abort();
    if (first !== 'late') continue;
    session.isStuck = !leaves;
    break;
  }
  if (closed === undefined) client.sdk.close();
  session.end = closed ?? 'left';
  session.responses = client.events.flatMap((event) => {
    const usage = event.type === 'response.done' ? event.response.usage : undefined;
    return usage ? [{ inputTokens: usage.input_tokens ?? 0, outputTokens: usage.output_tokens ?? 0 }] : [];
  });
  return session;
}
