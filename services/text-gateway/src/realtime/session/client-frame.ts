import { fault } from '@headgate/proto/faults';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { isRecord, type JsonRecord, textIn } from '../../json/read.ts';
import { ScanError, type ScannedObject, scanObject } from '../../json/scan.ts';
import { readScanned } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import { editWithin } from '../../json/splice-within.ts';
import type { ContextSize } from '../bill/context-size.ts';

export interface ModelNames {
  /** What the client calls the model, and what the upstream does. */
  model: string;
  upstreamModel: string;
}

/** An event that may go on. */
export interface ClientEvent {
  bytes: Buffer;
  /** It asks for a response. */
  isRequest: boolean;
  /** What the client calls one that asks for a response, where it says. */
  eventId?: string;
}

/** An event that may not. */
export interface RefusedEvent {
  fault: Fault;
  /** What the client calls it, where it says and can be read. */
  eventId?: string;
}

/** Events that carry text, sound or images into the conversation, or into a response alone. */
const carriers = new Set(['session.update', 'conversation.item.create', 'response.create']);

/**
 * Reads an event of the client: counts what it adds, and gives the bytes to send on, or why not. They are the client's
 * own but for the name of the model. What cannot be read the same way by everybody is not sent on.
 */
export function readClientFrame(
  bytes: Buffer,
  names: ModelNames,
  size: ContextSize,
): ClientEvent | RefusedEvent {
  try {
    const scanned = scanObject(bytes);
    const type = readScanned(bytes, scanned, 'type');
    if (type === 'input_audio_buffer.append') {
      const sound = scanned.members.get('audio');
      size.addSound(sound ? sound.end - sound.start : 0);
      return { bytes, isRequest: false };
    }
    const event: unknown =
      typeof type === 'string' && carriers.has(type) ? JSON.parse(bytes.toString('utf8')) : {};
    if (isRecord(event) && isCompressed(event)) size.expectCompressed();
    size.addEvent(event, bytes.length);
    if (type === 'session.update') return nameModel(bytes, scanned, event, names);
    if (type !== 'response.create') return { bytes, isRequest: false };
    return { bytes, isRequest: true, eventId: isRecord(event) ? textIn(event.event_id) : '' };
  } catch (error) {
    if (!(error instanceof ScanError || error instanceof SyntaxError)) throw error;
    return { fault: fault('invalid_request', { message: 'The event is not a valid JSON object.' }) };
  }
}

/** The model of a session is the one that it was opened with: another would be billed as this one. */
function nameModel(
  bytes: Buffer,
  scanned: ScannedObject,
  event: unknown,
  { model, upstreamModel }: ModelNames,
): ClientEvent | RefusedEvent {
  const { session, event_id: eventId } = isRecord(event) ? event : {};
  const given = isRecord(session) ? session.model : undefined;
  if (given === undefined) return { bytes, isRequest: false };
  if (given !== model) {
    const message = 'The model of a session cannot be changed.';
    return {
      fault: fault('invalid_request', { message, param: 'session.model' }),
      eventId: textIn(eventId),
    };
  }
  const edit = editWithin(
    bytes,
    scanned,
    'session',
    () => new Map([['model', JSON.stringify(upstreamModel)]]),
  );
  return { bytes: edit ? splice(bytes, scanned, new Map([edit])) : bytes, isRequest: false };
}

/** Whether an event asks for sound in another form than plain samples, in the place of either protocol version. */
function isCompressed({ session }: JsonRecord): boolean {
  if (!isRecord(session)) return false;
  const audio = isRecord(session.audio) ? session.audio : {};
  const input = isRecord(audio.input) ? audio.input : {};
  const format = isRecord(input.format) ? input.format.type : session.input_audio_format;
  return format !== undefined && format !== 'audio/pcm' && format !== 'pcm16';
}
