import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { boundPort, listen } from '@headgate/runtime/operations';
import OpenAI from 'openai';
import type { Random } from '../random.ts';
import { callbackSecret } from './configuration.ts';
import { readEvent, type Status } from './styles.ts';

/** What clients were told of one task. */
export interface Told {
  /** Deliveries that were answered with 204. */
  taken: number;
  /** Deliveries that were answered with 500, or not at all. */
  refused: number;
  /** The state that each delivery told of. */
  states: Set<Status>;
}

export interface CallbackReceiver {
  url: string;
  /** By the id of the task. */
  told: ReadonlyMap<string, Told>;
  /** Deliveries that no client would believe. */
  wrong: string[];
  stop(): void;
}

/** Of a hundred deliveries. */
const brokenPercent = 15;
const silentPercent = 5;

/** A server of clients that checks whatever is posted to it, and does not take all of it. */
export async function startCallbackReceiver(random: Random): Promise<CallbackReceiver> {
  const told = new Map<string, Told>();
  const wrong: string[] = [];
  const { webhooks } = new OpenAI({ apiKey: 'none', webhookSecret: callbackSecret });

  async function take(headers: IncomingHttpHeaders, text: string): Promise<boolean> {
    const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    await webhooks.unwrap(text, Object.fromEntries(named));
    const { id, status } = readEvent(JSON.parse(text));
    const isTaken = !random.percent(brokenPercent);
    const before = told.get(id) ?? { taken: 0, refused: 0, states: new Set() };
    before[isTaken ? 'taken' : 'refused'] += 1;
    told.set(id, { ...before, states: before.states.add(status) });
    return isTaken;
  }

  const server = createServer(async (request, response) => {
    try {
      const isTaken = await take(request.headers, await readText(request));
      if (isTaken) response.writeHead(204).end();
      else if (!random.percent(silentPercent)) response.writeHead(500).end();
    } catch (error) {
      // Whoever was killed while it sent has sent a part, which is no delivery.
      if (request.complete) wrong.push(`a callback is not to be believed: ${error}`);
      response.writeHead(400).end();
    }
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${boundPort(server)}/ended`,
    told,
    wrong,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
