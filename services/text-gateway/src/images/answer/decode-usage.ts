import { fromTotals, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord } from '../../json/read.ts';

/** Output tokens that are images; undefined where they are not told apart. */
export function decodeImageTokens(usage: unknown): number | undefined {
  const details = isRecord(usage) ? usage.output_tokens_details : undefined;
  return isRecord(details) ? readCount(details.image_tokens) : undefined;
}

/** Counts of an answer with images, text and images told apart. Undefined when nothing was counted, or zeros were. */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (!input && !output) return undefined;
  const details = isRecord(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const cached = isRecord(details.cached_tokens_details) ? details.cached_tokens_details : {};
  const cachedImage = readCount(cached.image_tokens) ?? 0;
  return fromTotals({
    input,
    inputImage: Math.max((readCount(details.image_tokens) ?? 0) - cachedImage, 0),
    cacheRead: readCount(details.cached_tokens),
    output,
  });
}
