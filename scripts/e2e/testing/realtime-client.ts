import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { WebSocket } from 'ws';

type Typed<T extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: T }>;

/** A session of the official SDK, with all that it has heard. */
export interface RealtimeClient {
  sdk: OpenAIRealtimeWS;
  /** From the head of the upgrade. */
  requestId: string;
  events: RealtimeServerEvent[];
  /** The nth event of a type, when it is there. */
  until<T extends RealtimeServerEvent['type']>(type: T, nth?: number): Promise<Typed<T>>;
  /** Says a text, and has it answered in this way. */
  ask(text: string, modality?: 'text' | 'audio'): void;
  /** The code that the session is closed with. */
  closed: Promise<number>;
}

/** Opens a session; rejects with the status when it is refused. The SDK knows only `wss:`, and the ingress has no certificate. */
export async function openRealtime(baseUrl: string, apiKey: string, model: string): Promise<RealtimeClient> {
  const { port, hostname } = new URL(baseUrl);
  const options = { createConnection: () => connect(Number(port), hostname) };
  const sdk = new OpenAIRealtimeWS({ model, options }, new OpenAI({ apiKey, baseURL: `${baseUrl}/v1` }));
  const events: RealtimeServerEvent[] = [];
  sdk.on('event', (event) => events.push(event));
  sdk.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => sdk.socket.once('close', resolve));
  const upgraded = once(sdk.socket, 'upgrade');
  upgraded.catch(() => undefined);
  await once(sdk.socket, 'open');
  const [{ headers }] = await upgraded;
  const until = <T extends RealtimeServerEvent['type']>(type: T, nth = 1): Promise<Typed<T>> =>
    waitFor(
      () => events.filter((event): event is Typed<T> => event.type === type)[nth - 1],
      `${type}, after ${events.map((event) => event.type).join(', ')}`,
      { everyMs: 5 },
    );
  return {
    sdk,
    requestId: String(headers['x-request-id']),
    events,
    until,
    ask(text, modality = 'text') {
      const content = [{ type: 'input_text' as const, text }];
      sdk.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
      sdk.send({ type: 'response.create', response: { output_modalities: [modality] } });
    },
    closed,
  };
}

/** Dials without the SDK, and gives the refusal. */
export async function refusedDial(
  url: string,
  { headers = {}, protocols = [] }: { headers?: Record<string, string>; protocols?: string[] },
): Promise<{ status: number; body: string }> {
  const socket = new WebSocket(url.replace('http', 'ws'), protocols, { headers });
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, body: String(Buffer.concat(chunks)) };
}
