/** One frame of server-sent events, with its blank line. `json` has no line breaks. */
export function sseFrame(event: string | null, json: string): string {
  return `${event === null ? '' : `event: ${event}\n`}data: ${json}\n\n`;
}
