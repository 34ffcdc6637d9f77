/**
 * Watches the frames of a chat completions stream beside their passage. Every frame is scanned, so that
 * garbage is noticed; only the members that hold usage and errors are parsed.
 */
import { ScanError, type ScannedObject, scanObject } from '../../json/scan.ts';
import { splice } from '../../json/splice.ts';
import type { SseFrame } from '../../sse.ts';
import { readUsage, type TokenUsage } from './usage.ts';

export interface Tap {
  usage: TokenUsage | undefined;
  /** A choice has said why it ended. */
  sawFinish: boolean;
  /** `[DONE]` has come. */
  isDone: boolean;
  /** The upstream sent an error inside its stream: what it said. */
  error: unknown;
}

export interface TapOptions {
  /** Replace the name in each chunk by this one. */
  model: string | undefined;
  /** Drop the chunk that carries nothing but usage. */
  dropUsage: boolean;
}

export function createTap(): Tap {
  return { usage: undefined, sawFinish: false, isDone: false, error: undefined };
}

const lineFeed = 0x0a;
const done = Buffer.from('[DONE]');
const finishName = Buffer.from('"finish_reason"');

/**
 * Notes what a frame says and gives the bytes to send on: the frame's own, unless the options ask for a
 * change. Throws when a frame with data is not a JSON object.
 */
export function tapFrame(tap: Tap, frame: SseFrame, { model, dropUsage }: TapOptions): Buffer | undefined {
  const { raw, data } = frame;
  if (data.length === 0) return raw;
  if (data.length < 16 && data.subarray(0, done.length).equals(done)) {
    tap.isDone = true;
    return raw;
  }
  tap.sawFinish ||= data.includes(finishName) && hasFinishReason(data);
  const members = readMembers(data);
  if (members.error) tap.error = members.error;
  const usage = readUsage(members.usage);
  if (usage) tap.usage = usage;
  if (usage && dropUsage && members.hasNoChoices()) return undefined;
  return model === undefined ? raw : members.rename(model);
}

interface Members {
  error: unknown;
  usage: unknown;
  hasNoChoices(): boolean;
  /** The frame under another model's name. */
  rename(model: string): Buffer;
}

/** Throws when the data is not a JSON object. */
function readMembers(data: Buffer): Members {
  let scanned: ScannedObject;
  try {
    scanned = scanObject(data);
  } catch (error) {
    if (error instanceof ScanError) return parseMembers(data);
    throw error;
  }
  return {
    error: read(data, scanned, 'error'),
    usage: read(data, scanned, 'usage'),
    hasNoChoices: () => isEmptyArray(read(data, scanned, 'choices')),
    rename: (model) => {
      const edits = new Map(scanned.members.has('model') ? [['model', JSON.stringify(model)]] : []);
      return encodeFrame(splice(data, scanned, edits));
    },
  };
}

/** For what a lenient client reads and our scan refuses: a member named twice, a character cut in half. */
function parseMembers(data: Buffer): Members {
  const parsed: unknown = JSON.parse(data.toString('utf8'));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('A frame holds something other than a JSON object');
  }
  const members: { error?: unknown; usage?: unknown; choices?: unknown } = parsed;
  return {
    error: members.error,
    usage: members.usage,
    hasNoChoices: () => isEmptyArray(members.choices),
    rename: (model) => encodeFrame(Buffer.from(JSON.stringify({ ...parsed, model }))),
  };
}

function encodeFrame(data: Buffer): Buffer {
  const text = data.includes(lineFeed)
    ? Buffer.from(data.toString('utf8').replaceAll('\n', '\ndata: '))
    : data;
  return Buffer.concat([Buffer.from('data: '), text, Buffer.from('\n\n')]);
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Looked for in the text: choices hold the bulk of a frame, and parsing them all for one word costs more. */
function hasFinishReason(data: Buffer): boolean {
  return /"finish_reason"\s*:\s*"/.test(data.toString('latin1'));
}

function read(data: Buffer, scanned: ScannedObject, name: string): unknown {
  const span = scanned.members.get(name)?.value;
  return span && JSON.parse(data.toString('utf8', span.start, span.end));
}
