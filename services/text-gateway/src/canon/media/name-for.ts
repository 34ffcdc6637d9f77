/** A name for a file that has none; its ending says what the file is. */
export function nameFor(mediaType: string): string {
  const subtype = /\/([a-z0-9]+)/i.exec(mediaType)?.[1] ?? 'bin';
  return `file.${subtype === 'plain' ? 'txt' : subtype}`;
}
