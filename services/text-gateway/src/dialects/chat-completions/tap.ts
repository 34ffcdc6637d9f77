/**
 * Watches the frames of a chat completions stream beside their passage. Every frame is scanned, or compared with
 * one that was, so that garbage is noticed; only the members that hold usage and errors are parsed.
 */
import { readServedAt, withServiceTier } from '../../canon/service-tier.ts';
import { type JsonRecord, recordsIn } from '../../json/read.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { createShapes, type Shapes } from '../../json/shapes.ts';
import { splice } from '../../json/splice.ts';
import { encodeSse } from '../../sse.ts';
import type { Tap, TapOptions } from '../passage.ts';
import { failedEnd, hasFailed } from './endings.ts';
import { readFlatError } from './reply/find-fault.ts';
import { findChunkUsage } from './usage.ts';

const done = Buffer.from('[DONE]');
const finishName = Buffer.from('"finish_reason"');

/** What frames say, in which most of them differ; the last two hide how long that is. */
const said = /"(?:content|refusal|reasoning|reasoning_content|text|arguments|obfuscation|p)":\s*"/g;

/** Gives each frame's own bytes, unless the options ask for a change. */
export function createTap({ model, dropUsage, choices }: TapOptions): Tap {
  const shapes = createShapes(said);
  /** Made when the first of them ends: every open stream has a tap. */
  let ended: Set<unknown> | undefined;
  const tap: Tap = {
    usage: undefined,
    servedAt: undefined,
    isDone: false,
    hasFinished: false,
    error: undefined,
    see({ raw, data }) {
      if (data.length === 0) return raw;
      if (data.length < 16 && data.subarray(0, done.length).equals(done)) {
        tap.isDone = true;
        return raw;
      }
      const alike = shapes.match(data);
      if (typeof alike === 'string') return Buffer.from(`data: ${alike}\n\n`, 'latin1');
      if (alike) return raw;
      const isLast = data.includes(finishName) && hasFinishReason(data);
      const members = readMembers(data);
      tap.servedAt = readServedAt(members.serviceTier()) ?? tap.servedAt;
      tap.error = members.error || members.flatError || tap.error;
      // Choices are parsed where they end alone, and may hold usage.
      const ending = isLast ? members.choices() : undefined;
      for (const index of endedIn(ending)) {
        ended ??= new Set();
        ended.add(index);
      }
      // Others that were asked for beside it may be good.
      if (choices === 1 && hasFailed(ending)) tap.error ??= failedEnd;
      const count = ended?.size ?? 0;
      tap.hasFinished ||= count >= choices;
      const usage = findChunkUsage(isLast ? { ...members.usages, choices: ending } : members.usages);
      if (usage) tap.usage = withServiceTier(usage, tap.servedAt);
      // Counts by themselves come last of all.
      tap.hasFinished ||= usage !== undefined && members.hasNoChoices();
      tap.endsByCounts = tap.hasFinished && count < choices;
      if (usage && dropUsage && members.hasNoChoices()) return undefined;
      if (!isLast && !usage && !members.error && !members.flatError) members.learn(shapes, model);
      return model === undefined ? raw : (members.rename(model) ?? raw);
    },
  };
  return tap;
}

interface Members {
  error: unknown;
  /** The whole frame is one; undefined where it is none. */
  flatError: JsonRecord | undefined;
  /** The members that may hold usage. */
  usages: JsonRecord;
  choices(): unknown;
  serviceTier(): unknown;
  hasNoChoices(): boolean;
  /** The shape of a frame that says no more than what was said. */
  learn(shapes: Shapes, model: string | undefined): void;
  /** The frame under another model's name; undefined where it names none. */
  rename(model: string): Buffer | undefined;
}

/** Throws when the data is not a JSON object. */
function readMembers(came: Buffer): Members {
  const { bytes, scanned, isExact } = scanLeniently(came);
  const read = (name: string): unknown => readScanned(bytes, scanned, name);
  return {
    error: saidError(read('error')),
    flatError: readFlatError(read),
    usages: { usage: read('usage'), x_groq: read('x_groq') },
    choices: () => read('choices'),
    serviceTier: () => read('service_tier'),
    hasNoChoices: () => isNone(read('choices')),
    learn: (shapes, model) => {
      if (!isExact) return;
      const span = scanned.members.get('model');
      const renamed = model !== undefined && span && { span, value: JSON.stringify(model) };
      shapes.learn(bytes, renamed || undefined);
    },
    rename: (model) => {
      if (!scanned.members.has('model')) return undefined;
      return encodeSse(splice(bytes, scanned, new Map([['model', JSON.stringify(model)]])));
    },
  };
}

/** An empty list, which some upstreams write as null or leave out. */
function isNone(choices: unknown): boolean {
  return choices === undefined || choices === null || (Array.isArray(choices) && choices.length === 0);
}

/**
 * Looked for in the text: choices hold the bulk of a frame, and parsing them all for one word costs more. Some upstreams write
 * an empty one on every chunk.
 */
function hasFinishReason(data: Buffer): boolean {
  return /"finish_reason"\s*:\s*"[^"]/.test(data.toString('latin1'));
}

/** The numbers of the choices that say why they ended. */
function endedIn(choices: unknown): unknown[] {
  return recordsIn(choices)
    .filter(({ finish_reason: reason }) => typeof reason === 'string' && reason !== '')
    .map(({ index = 0 }) => index);
}
