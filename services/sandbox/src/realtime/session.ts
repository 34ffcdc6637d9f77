import { WebSocket } from 'ws';
import { invalid, type VendorError, wrongValue } from '../chat-completions/vendor-error.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import type { ClientRequestId } from '../log/client-request-id.ts';
import type { ServedRequest } from '../log/served-log.ts';
import type { SandboxContext } from '../sandbox.ts';
import { type ClientEvents, clientEvents } from './client-events.ts';
import type { RealtimeUsage } from './count.ts';
import type { Running } from './running.ts';

/** One session, and what its events change. */
export interface Session {
  client: WebSocket;
  model: string;
  fault: string | null;
  parameters: Record<string, number>;
  /** The session object, as the vendor shows it. */
  config: JsonRecord;
  conversationId: string;
  items: JsonRecord[];
  /** What was appended and not committed yet. */
  audio: Buffer[];
  isSpeaking: boolean;
  /** The responses under way, by their ids: one at most in the conversation, and any number beside it. */
  running: Map<string, Running>;
  send(type: string, members: JsonRecord): void;
  /** Says what is wrong with the event that is being played. */
  refuse(error: VendorError): void;
  newId(prefix: string): string;
  log(usage: RealtimeUsage, outcome: ServedRequest['outcome']): void;
}

export interface SessionOptions {
  model: string;
  clientId: ClientRequestId;
  fault: string | null;
  parameters: Record<string, number>;
}

/** Plays one session until its socket closes. Every response is an entry of the log. */
export function playSession(
  { served, life, nextNumber }: SandboxContext,
  client: WebSocket,
  { model, clientId, fault, parameters }: SessionOptions,
): void {
  const newId = (prefix: string): string => `${prefix}_${life}${nextNumber()}`;
  const send = (type: string, members: JsonRecord): void => {
    if (client.readyState !== WebSocket.OPEN) return;
    client.send(JSON.stringify({ type, event_id: newId('event'), ...members }));
  };
  /** What the client calls the event that is being played. */
  let cause: unknown = null;
  const session: Session = {
    client,
    model,
    fault,
    parameters,
    config: newConfig(newId('sess'), model),
    conversationId: newId('conv'),
    items: [],
    audio: [],
    isSpeaking: false,
    running: new Map(),
    send,
    refuse({ type, code, message, param }) {
      send('error', { error: { type, code, message, param, event_id: cause } });
    },
    newId,
    log: (usage, outcome) => {
      served.append({ ...clientId, dialect: 'realtime', model, usage, outcome, status: 101, fault });
    },
  };
  client.on('error', () => undefined);
  client.on('message', (data, isBinary) => {
    const event = isBinary ? null : asRecord(parseJson(String(data)));
    cause = event?.event_id ?? null;
    if (!event) return session.refuse(invalid('The event is not a JSON object.', null, 'invalid_json'));
    const play = findEvent(event.type);
    if (play) play(session, event);
    else session.refuse(wrongValue('type', event.type, Object.keys(clientEvents)));
  });
  client.on('close', () => {
    for (const { abandon } of session.running.values()) abandon();
  });
  send('session.created', { session: session.config });
}

function findEvent(type: unknown): ClientEvents[string] | undefined {
  return typeof type === 'string' && Object.hasOwn(clientEvents, type) ? clientEvents[type] : undefined;
}

function newConfig(id: string, model: string): JsonRecord {
  const format = { type: 'audio/pcm', rate: 24_000 };
  return {
    id,
    object: 'realtime.session',
    type: 'realtime',
    model,
    output_modalities: ['audio'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
    audio: {
      input: { format, transcription: null, turn_detection: { type: 'server_vad' } },
      output: { format, voice: 'marin', speed: 1 },
    },
  };
}
