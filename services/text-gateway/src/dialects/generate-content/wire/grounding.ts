/** Whether the upstream searched by itself: it is paid for by the request, however often it did. */
import type { ToolCalls } from '../../../canon/usage.ts';
import { isRecord } from '../../../json/read.ts';

const mark = Buffer.from('"groundingMetadata"');

export const groundedCalls: ToolCalls = { google_search: 1 };

/** Whether it is worth parsing: parts hold the bulk of an answer. */
export function mayBeGrounded(bytes: Buffer): boolean {
  return bytes.includes(mark);
}

/** Without a search the metadata is left out or empty. */
export function isGrounded(candidates: unknown): boolean {
  const all = Array.isArray(candidates) ? candidates.filter(isRecord) : [];
  return all.some(({ groundingMetadata: said }) => isRecord(said) && Object.keys(said).length > 0);
}
