import { scanObject } from '../../json/scan.ts';
import { readScanned } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import { encodeSse } from '../../sse.ts';
import type { Tap, TapOptions } from '../passage.ts';
import { decodeUsage } from './usage.ts';
import { versionEdits } from './wire/rewrite.ts';

const finishName = Buffer.from('"finishReason"');

/** The stream has no closing mark: the frame that says why the answer ended, and its counts, is the last one. */
export function createTap({ model }: TapOptions): Tap {
  const tap: Tap = {
    usage: undefined,
    isDone: false,
    hasFinished: false,
    error: undefined,
    see({ raw, data }) {
      if (data.length === 0) return raw;
      const scanned = scanObject(data);
      const read = (name: string): unknown => readScanned(data, scanned, name);
      tap.error = read('error') ?? undefined;
      const usage = decodeUsage(read('usageMetadata'));
      if (usage) tap.usage = usage;
      const isBlocked = scanned.members.has('promptFeedback') && !scanned.members.has('candidates');
      tap.hasFinished ||= isBlocked || (data.includes(finishName) && hasFinishReason(data));
      tap.isDone = tap.hasFinished && usage !== undefined;
      const edits = versionEdits(scanned, model);
      return edits.size === 0 ? raw : encodeSse(splice(data, scanned, edits));
    },
  };
  return tap;
}

/** Looked for in the text: parts hold the bulk of a frame, and parsing them all for one word costs more. */
function hasFinishReason(data: Buffer): boolean {
  return /"finishReason"\s*:\s*"[A-Z]/.test(data.toString('latin1'));
}
