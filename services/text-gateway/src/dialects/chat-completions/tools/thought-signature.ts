/** The one slot for a seal that chat completions have, on tool calls, as Google's compatible endpoint defines it. */
import { type Seal, unwrapSeal, wrapSeal } from '../../../canon/seal.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** The seal of a tool call; undefined when it has none. */
export function readThoughtSignature({ extra_content: extra }: JsonRecord): Seal | undefined {
  const google = isRecord(extra) ? extra.google : undefined;
  const text = isRecord(google) ? google.thought_signature : undefined;
  return typeof text === 'string' && text !== '' ? unwrapSeal(text, 'generate-content') : undefined;
}

/** The member that holds the seal; other dialects' seals are wrapped. */
export function writeThoughtSignature(seal: Seal): JsonRecord {
  return { extra_content: { google: { thought_signature: wrapSeal(seal, 'generate-content') } } };
}
