/** The sandbox's tokenizer: one token is four bytes of UTF-8 text, the last one possibly shorter. */
export const bytesPerToken = 4;

/** What an image, a sound or a file counts in a prompt, whatever its size. */
export const tokensPerMediaPart = 85;

/** Tokens of `sizeBytes` bytes of text. */
export function countTokens(sizeBytes: number): number {
  return Math.ceil(sizeBytes / bytesPerToken);
}
