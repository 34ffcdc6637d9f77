/**
 * Watches the frames of a chat completions stream beside their passage. Every frame is scanned, so that
 * garbage is noticed; only the members that hold usage and errors are parsed.
 */
import { type ScannedObject, scanObject } from '../../json/scan.ts';
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
  const scanned = scanObject(data);
  tap.sawFinish ||= data.includes(finishName) && hasFinishReason(data);
  tap.error ??= read(data, scanned, 'error') ?? undefined;
  const usage = readUsage(read(data, scanned, 'usage'));
  if (usage) tap.usage = usage;
  if (usage && dropUsage && hasNoChoices(data, scanned)) return undefined;
  if (model === undefined || !scanned.members.has('model')) return raw;
  const changed = splice(data, scanned, new Map([['model', JSON.stringify(model)]]));
  return Buffer.concat([Buffer.from('data: '), changed, Buffer.from('\n\n')]);
}

/** Looked for in the text: choices hold the bulk of a frame, and parsing them all for one word costs more. */
function hasFinishReason(data: Buffer): boolean {
  return /"finish_reason"\s*:\s*"/.test(data.toString('latin1'));
}

function hasNoChoices(data: Buffer, scanned: ScannedObject): boolean {
  const choices = read(data, scanned, 'choices');
  return Array.isArray(choices) && choices.length === 0;
}

function read(data: Buffer, scanned: ScannedObject, name: string): unknown {
  const span = scanned.members.get(name)?.value;
  return span && JSON.parse(data.toString('utf8', span.start, span.end));
}
