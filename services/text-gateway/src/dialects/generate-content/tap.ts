import { withServiceTier } from '../../canon/service-tier.ts';
import { noUsage } from '../../canon/usage.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { type JsonRecord, recordsIn } from '../../json/read.ts';
import { saidError } from '../../json/said-error.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { splice } from '../../json/splice.ts';
import { encodeSse, isDoneMark } from '../../sse.ts';
import type { Tap, TapOptions } from '../passage.ts';
import { saysSomething, stopsWhileItSpeaks } from './endings.ts';
import { decodeUsage, readTierWord } from './usage.ts';
import { countSearches, mayBeGrounded } from './wire/grounding.ts';
import { isBlocked } from './wire/is-blocked.ts';
import { versionEdits } from './wire/rewrite.ts';

const finishName = Buffer.from('"finishReason"');

/**
 * The stream has no closing mark: the frames that say why each candidate ended, and the counts, are the last ones. Counts
 * come with every frame, so they are an end only where nothing was said, and nothing is behind them.
 */
export function createTap({ model, choices }: TapOptions): Tap {
  const ended = new Set<unknown>();
  let hasContent = false;
  /** A reason was given with the first thing that was said. */
  let isEndUnsure = false;
  const searches = countSearches();
  const tap: Tap = {
    usage: undefined,
    servedAt: undefined,
    isDone: false,
    hasFinished: false,
    isBlocked: false,
    isPrelude: false,
    error: undefined,
    see({ raw, data: came }) {
      if (came.length === 0) return raw;
      // So LiteLLM ends it, on which Google's SDKs fail.
      if (isDoneMark(came)) {
        tap.isDone = tap.hasFinished;
        return undefined;
      }
      const { bytes: data, scanned } = scanLeniently(came);
      const read = (name: string): unknown => readScanned(data, scanned, name);
      tap.error = saidError(read('error'));
      const counts = read('usageMetadata');
      tap.servedAt = readTierWord(counts) ?? tap.servedAt;
      const usage = withServiceTier(decodeUsage(counts), tap.servedAt);
      if (mayBeGrounded(data)) searches.see(read('candidates'), read('modelVersion'));
      if (usage) tap.usage = usage;
      // It costs something although no counts may come.
      const toolCalls = searches.toolCalls();
      if (Object.keys(toolCalls).length > 0)
        tap.usage = Object.assign(tap.usage ?? { ...noUsage }, { toolCalls });
      // Parts hold the bulk of a frame: they are parsed only where an end may be among them.
      if (data.includes(finishName)) {
        const candidates = recordsIn(read('candidates'));
        for (const index of endedIn(candidates)) ended.add(index);
        isEndUnsure ||= !hasContent && candidates.some(stopsWhileItSpeaks);
      }
      const first = hasContent ? undefined : recordsIn(read('candidates'));
      const hasCandidates = scanned.members.has('candidates') && first?.length !== 0;
      hasContent ||= first?.some(saysSomething) ?? false;
      tap.isBlocked ||= !hasCandidates && isBlocked(read('promptFeedback'));
      tap.isPrelude = !hasContent && !tap.isBlocked;
      const hasEnded = tap.isBlocked || ended.size >= choices;
      tap.hasFinished = hasEnded || (!hasContent && tap.usage !== undefined);
      tap.endsByCounts = tap.hasFinished && !hasEnded;
      // Counts from before the end leave out what came since.
      tap.isDone = (tap.isBlocked || (ended.size >= choices && !isEndUnsure)) && usage !== undefined;
      const edits = versionEdits(scanned, model);
      return edits.size === 0 ? raw : encodeSse(splice(data, scanned, edits));
    },
  };
  return tap;
}

/** The numbers of the candidates that say why they ended. Some write an empty reason on every frame. */
function endedIn(candidates: readonly JsonRecord[]): unknown[] {
  return candidates
    .filter(({ finishReason }) => nonEmptyText(finishReason) !== undefined)
    .map(({ index = 0 }) => index);
}
