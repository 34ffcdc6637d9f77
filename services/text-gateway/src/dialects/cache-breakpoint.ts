import type { CacheMark } from '../canon/blocks.ts';
import type { Losses } from '../canon/losses.ts';
import { isRecord, type JsonRecord } from '../json/read.ts';

/** The members that mark a part; none where it is not marked. */
export type WriteMark = (cache: CacheMark | undefined) => JsonRecord;

/** What OpenAI's mark asks of other vendors, which know of no half hour: it is to last that long at least. */
export function readBreakpoint({ prompt_cache_breakpoint: breakpoint }: JsonRecord): { cache?: CacheMark } {
  return isRecord(breakpoint) ? { cache: { ttl: '1h', breakpoint } } : {};
}

/**
 * OpenAI's mark behind a part, up to which its cache is to keep everything. Its earlier models keep what they like by themselves.
 * Source: OpenAI API, "Prompt caching", on explicit breakpoints.
 */
export function createMarkWriter(takesBreakpoints: boolean, losses: Losses): WriteMark {
  return (cache) => {
    if (!cache) return {};
    if (!takesBreakpoints) {
      losses.drop('cache');
      return {};
    }
    if (cache.breakpoint) return { prompt_cache_breakpoint: cache.breakpoint };
    // Without a word on how long it is half an hour at least, at the price of any other.
    if (cache.ttl === '1h') losses.approximate('cache');
    return { prompt_cache_breakpoint: { mode: 'explicit' } };
  };
}
