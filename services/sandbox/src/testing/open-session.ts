import { once } from 'node:events';
import { connect } from 'node:net';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { onTestFinished } from 'vitest';
import type { TestSandbox } from './start-sandbox.ts';

type Typed<T extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: T }>;

/** A session of the vendor's own client, which knows only `wss:`, while the sandbox has no certificate. */
export async function openSession(sandbox: TestSandbox, model = 'gpt-realtime') {
  const port = Number(new URL(sandbox.url).port);
  const options = { createConnection: () => connect(port, '127.0.0.1') };
  const client = new OpenAIRealtimeWS({ model, options }, sandbox.client);
  const events: RealtimeServerEvent[] = [];
  client.on('event', (event) => events.push(event));
  client.on('error', () => undefined);
  onTestFinished(() => client.close());
  const until = async <T extends RealtimeServerEvent['type']>(type: T, nth = 1): Promise<Typed<T>> => {
    const found = () => events.filter((event): event is Typed<T> => event.type === type)[nth - 1];
    for (;;) {
      const event = found();
      if (event) return event;
      await once(client.socket, 'message');
    }
  };
  await until('session.created');
  return { client, events, until };
}

/** Says a text, and asks for an answer. */
export function ask(client: OpenAIRealtimeWS, text: string): void {
  const content = [{ type: 'input_text' as const, text }];
  client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  client.send({ type: 'response.create' });
}
