import type { ContentSize } from '../../dialects/size-of-content.ts';
import type { Span } from '../../json/scan.ts';

/** How much of a body is what, where so many tokens are named by their numbers at `span`: that is no text. */
export function sizeBesideTokens(
  content: ContentSize,
  span: Span | undefined,
  tokens: number | undefined,
): ContentSize {
  if (!span || tokens === undefined) return content;
  const { textBytes, otherTokens = 0 } = content;
  return { ...content, textBytes: textBytes - (span.end - span.start), otherTokens: otherTokens + tokens };
}
