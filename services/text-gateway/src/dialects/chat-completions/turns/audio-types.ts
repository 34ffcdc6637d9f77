/** Media types and the words for them; a word is read as the first type that has it. */
const table: readonly (readonly [mediaType: string, format: string])[] = [
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
];

export function readMediaType(format: string): string {
  return table.find(([, word]) => word === format)?.[0] ?? `audio/${format}`;
}

/** Undefined for a type that has no word. */
export function writeFormat(mediaType: string): string | undefined {
  return table.find(([type]) => type === mediaType.toLowerCase())?.[1];
}
