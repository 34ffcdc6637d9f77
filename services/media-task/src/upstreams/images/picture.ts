import { asText, type Json } from '../../call/json.ts';
import { sniffType } from '../../families/members/sniff.ts';
import type { Media } from '../../task/task.ts';
import type { FoundBytes } from '../upstream.ts';

/** What some vendors write before the bytes, in either member. */
const dataUrlHead = /^data:[^,]{0,100};base64,/i;

/** An image of a list as OpenAI answers it, by its bytes or its address; nothing where there is neither. */
export function pictureOf(item: Json, usualType: string, expiresAt?: number): (Media | FoundBytes)[] {
  const revisedPrompt = asText(item.revised_prompt);
  const about = { kind: 'image' as const, ...(revisedPrompt !== undefined && { revisedPrompt }) };
  const base64 = asText(item.b64_json);
  const url = asText(item.url);
  const inline = base64 ?? (url !== undefined && dataUrlHead.test(url) ? url : undefined);
  if (inline !== undefined) return bytesOf(inline, usualType).map((found) => ({ ...about, ...found }));
  const format = usualType.slice('image/'.length);
  return url === undefined ? [] : [{ ...about, url, format, ...(expiresAt !== undefined && { expiresAt }) }];
}

/**
 * An image in base64, typed by what it is: vendors say one thing and send another. None where nothing stands behind the head of a
 * data URL, or no base64.
 */
export function bytesOf(base64: string, usualType: string): Pick<FoundBytes, 'type' | 'bytes' | 'format'>[] {
  const bytes = Buffer.from(base64.replace(dataUrlHead, ''), 'base64');
  if (bytes.length === 0) return [];
  const sniffed = sniffType(bytes);
  const type = sniffed?.startsWith('image/') ? sniffed : usualType;
  return [{ type, format: type.slice('image/'.length), bytes: [bytes] }];
}
