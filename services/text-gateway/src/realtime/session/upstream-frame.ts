import { readCount } from '../../canon/usage.ts';
import { isRecord, type JsonRecord, textIn } from '../../json/read.ts';
import { type ScannedObject, scanObject } from '../../json/scan.ts';
import { readScanned } from '../../json/scan-body.ts';
import { type Edits, splice } from '../../json/splice.ts';
import { editWithin } from '../../json/splice-within.ts';
import { maskSecrets, type Secrets } from '../../refusals/mask.ts';
import { faultOfAccount } from '../../refusals/upstream-fault.ts';
import type { Said } from '../bill/responses.ts';
import type { Transcribed } from '../bill/transcripts.ts';

/** An event of the upstream that means something here; everything else passes. */
export type UpstreamEvent =
  | { type: 'session'; session: JsonRecord }
  | { type: 'response began'; response: JsonRecord }
  | { type: 'response ended'; response: JsonRecord }
  | ({ type: 'said' } & Said)
  | { type: 'sound committed'; itemId: string }
  | { type: 'transcript said'; itemId: string; words: string }
  | ({ type: 'sound transcribed' } & Transcribed)
  | { type: 'transcript failed'; itemId: string }
  | { type: 'event refused'; eventId: string }
  | { type: 'session expired' }
  | { type: 'other' };

const other: UpstreamEvent = { type: 'other' };

type Read = (
  member: (name: string) => JsonRecord,
  text: (name: string) => string,
  count: (name: string) => number,
) => UpstreamEvent;

const said =
  (isSpoken: boolean): Read =>
  (_member, text) => ({ type: 'said', responseId: text('response_id'), words: text('delta'), isSpoken });

/** What is said has a name in either protocol version. */
const events: Record<string, Read> = {
  'session.created': (member) => ({ type: 'session', session: member('session') }),
  'session.updated': (member) => ({ type: 'session', session: member('session') }),
  'response.created': (member) => ({ type: 'response began', response: member('response') }),
  'response.done': (member) => ({ type: 'response ended', response: member('response') }),
  'response.output_text.delta': said(false),
  'response.text.delta': said(false),
  'response.function_call_arguments.delta': said(false),
  'response.output_audio_transcript.delta': said(true),
  'response.audio_transcript.delta': said(true),
  'input_audio_buffer.committed': (_member, text) => ({ type: 'sound committed', itemId: text('item_id') }),
  'conversation.item.input_audio_transcription.delta': (_member, text) => ({
    type: 'transcript said',
    itemId: text('item_id'),
    words: text('delta'),
  }),
  'conversation.item.input_audio_transcription.completed': (member, text, count) => ({
    type: 'sound transcribed',
    itemId: text('item_id'),
    contentIndex: count('content_index'),
    usage: member('usage'),
    transcript: text('transcript'),
  }),
  'conversation.item.input_audio_transcription.failed': (_member, text) => ({
    type: 'transcript failed',
    itemId: text('item_id'),
  }),
  error: (member) => {
    const { code, event_id } = member('error');
    if (code === 'session_expired') return { type: 'session expired' };
    const eventId = textIn(event_id);
    return eventId === '' && ofOtherEvents.has(code) ? other : { type: 'event refused', eventId };
  },
};

/** Codes of errors that no event which asks for a response meets: what was asked for beside it may still begin. */
const ofOtherEvents = new Set<unknown>([
  'input_audio_buffer_commit_empty',
  'invalid_tool_call_id',
  'item_delete_invalid_item_id',
  'item_retrieve_invalid_item_id',
  'item_truncate_invalid_item_id',
  'response_cancel_not_active',
]);

interface UpstreamFrame {
  event: UpstreamEvent;
  bytes: Buffer;
}

/**
 * Reads an event of the upstream, and gives the bytes for the client: the upstream's own but for the name of the model,
 * and for words on a failure, in which nothing of the upstream may show, nor of our account there. One that names a member twice,
 * which clients read, is written anew where it means something here. What is no event passes as it is.
 */
export function readUpstreamFrame(bytes: Buffer, secrets: Secrets): UpstreamFrame {
  const passed = { event: other, bytes };
  try {
    return readFrame(bytes, secrets) ?? passed;
  } catch {
    return readAnew(bytes, secrets) ?? passed;
  }
}

function readAnew(bytes: Buffer, secrets: Secrets): UpstreamFrame | undefined {
  try {
    return readFrame(Buffer.from(JSON.stringify(JSON.parse(bytes.toString('utf8')))), secrets);
  } catch {
    return undefined;
  }
}

/** Undefined for what passes. Throws where our scan refuses it. */
function readFrame(bytes: Buffer, secrets: Secrets): UpstreamFrame | undefined {
  const scanned = scanObject(bytes);
  const type = readScanned(bytes, scanned, 'type');
  const read = typeof type === 'string' && Object.hasOwn(events, type) ? events[type] : undefined;
  if (!read) return undefined;
  const event = read(
    (name) => {
      const value = readScanned(bytes, scanned, name);
      return isRecord(value) ? value : {};
    },
    (name) => textIn(readScanned(bytes, scanned, name)),
    (name) => readCount(readScanned(bytes, scanned, name)) ?? 0,
  );
  return { event, bytes: splice(bytes, scanned, editsOf(bytes, scanned, secrets)) };
}

function editsOf(bytes: Buffer, scanned: ScannedObject, secrets: Secrets): Edits {
  const named = (inner: Buffer, members: ScannedObject): Edits => {
    const details = editWithin(inner, members, 'status_details', (deep, deepMembers) =>
      maskError(deep, deepMembers, secrets),
    );
    return new Map([...nameModel(members, secrets), ...(details ? [details] : [])]);
  };
  const edits = ['session', 'response'].flatMap((name) => {
    const edit = editWithin(bytes, scanned, name, named);
    return edit ? [edit] : [];
  });
  return new Map([...edits, ...maskError(bytes, scanned, secrets)]);
}

function nameModel(members: ScannedObject, { model, upstreamModel }: Secrets): Edits {
  const isMapped = model !== upstreamModel && members.members.has('model');
  return new Map(isMapped ? [['model', JSON.stringify(model)]] : []);
}

/** What clients read of an error. What else an upstream puts there, as the words of another one behind it, is not for them. */
const wordsOfErrors = ['type', 'code', 'message', 'param'];

function maskError(bytes: Buffer, scanned: ScannedObject, secrets: Secrets): Edits {
  const edit = editWithin(bytes, scanned, 'error', (inner, members) => {
    const read = (name: string): unknown => readScanned(inner, members, name);
    const ours = faultOfAccount({ type: read('type'), code: read('code'), message: read('message') });
    const told: JsonRecord = ours
      ? { type: ours.type, code: ours.code ?? null, message: ours.message, param: null }
      : Object.fromEntries(wordsOfErrors.map((name) => [name, maskWords(read(name), secrets)]));
    const names = new Set([...members.members.keys(), ...(ours ? wordsOfErrors : [])]);
    // The client's own word for what it said.
    names.delete('event_id');
    return new Map([...names].map((name) => [name, JSON.stringify(told[name])]));
  });
  return new Map(edit ? [edit] : []);
}

/** Undefined for what is no word. */
function maskWords(value: unknown, secrets: Secrets): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  return typeof value === 'object' && value !== null ? undefined : value;
}
