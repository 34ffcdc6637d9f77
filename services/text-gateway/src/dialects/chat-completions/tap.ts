/**
 * Watches the frames of a chat completions stream beside their passage: usage, errors and the end are read
 * from a frame only when its bytes hold the word, so that most frames are never parsed.
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

const openBrace = 0x7b;
const done = Buffer.from('[DONE]');
const usageName = Buffer.from('"usage"');
const finishName = Buffer.from('"finish_reason"');
const errorName = Buffer.from('"error"');

/**
 * Notes what a frame says and gives the bytes to send on: the frame's own, unless the options ask for a
 * change. Throws when a frame that must be read is not JSON.
 */
export function tapFrame(tap: Tap, frame: SseFrame, { model, dropUsage }: TapOptions): Buffer | undefined {
  const { raw, data } = frame;
  if (data.length === 0) return raw;
  if (data.length < 16 && data.subarray(0, done.length).equals(done)) {
    tap.isDone = true;
    return raw;
  }
  if (data[0] !== openBrace) throw new Error('A frame holds something other than a chunk');
  if (!tap.sawFinish && data.includes(finishName)) tap.sawFinish = hasFinishReason(data);
  const mayHoldUsage = data.includes(usageName);
  const mayHoldError = data.includes(errorName);
  if (!mayHoldUsage && !mayHoldError && model === undefined) return raw;
  const scanned = scanObject(data);
  if (mayHoldError) noteError(tap, data, scanned);
  if (mayHoldUsage && noteUsage(tap, data, scanned) && dropUsage && hasNoChoices(data, scanned))
    return undefined;
  if (model === undefined || !scanned.members.has('model')) return raw;
  const changed = splice(data, scanned, new Map([['model', JSON.stringify(model)]]));
  return Buffer.concat([Buffer.from('data: '), changed, Buffer.from('\n\n')]);
}

function hasFinishReason(data: Buffer): boolean {
  return /"finish_reason"\s*:\s*"/.test(data.toString('latin1'));
}

function noteError(tap: Tap, data: Buffer, scanned: ScannedObject): void {
  const error = read(data, scanned, 'error');
  if (error) tap.error = error;
}

function noteUsage(tap: Tap, data: Buffer, scanned: ScannedObject): boolean {
  const usage = readUsage(read(data, scanned, 'usage'));
  if (usage) tap.usage = usage;
  return usage !== undefined;
}

function hasNoChoices(data: Buffer, scanned: ScannedObject): boolean {
  const choices = read(data, scanned, 'choices');
  return Array.isArray(choices) && choices.length === 0;
}

function read(data: Buffer, scanned: ScannedObject, name: string): unknown {
  const span = scanned.members.get(name)?.value;
  return span && JSON.parse(data.toString('utf8', span.start, span.end));
}
