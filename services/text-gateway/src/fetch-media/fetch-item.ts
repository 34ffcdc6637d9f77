import { type OpenTools, openPublic } from '@headgate/runtime/outbound/open-public';
import { type MediaKind, takenTypes } from './media-types.ts';
import type { Failure, FetchResult } from './outcomes.ts';
import { type Grow, readMedia } from './read-media.ts';

export type FetchTools = OpenTools;

export interface FetchOrder {
  kind: MediaKind;
  grow: Grow;
  signal: AbortSignal;
}

/** Fetches one thing that a client named. */
export async function fetchItem(
  start: URL,
  tools: FetchTools,
  { kind, grow, signal }: FetchOrder,
): Promise<FetchResult> {
  try {
    const accept = takenTypes[kind].join(', ');
    const opened = await openPublic(start, tools, { headersFor: () => ({ accept }), signal });
    if ('failure' in opened) return opened;
    try {
      return await readMedia(opened.answer, kind, grow);
    } finally {
      opened.close();
    }
  } catch {
    return { failure: failureOf(signal) };
  }
}

/** Why what was under way came to nothing. */
export function failureOf({ aborted, reason }: AbortSignal): Failure {
  if (!aborted) return 'unreachable';
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'too_late' : 'gone';
}
