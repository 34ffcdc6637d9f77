/** The JSON of a freeform call's arguments, as the canon has them: `{"input":"…"}`. */

/** What stands before the text, whose pieces `escapeInput` writes, and behind it. */
export const [beforeInput, afterInput] = ['{"input":"', '"}'];

/** A piece of the text within its JSON. Halves of a character that two pieces share stay what they are. */
export function escapeInput(piece: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has them escaped
  return piece.replaceAll(/["\\\u0000-\u001f]/g, (char) => JSON.stringify(char).slice(1, -1));
}

export function writeInputArgs(input: string): string {
  return beforeInput + escapeInput(input) + afterInput;
}
