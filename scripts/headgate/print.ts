/** Numbers of JSON end where a bigint goes on: it is text. */
const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** One JSON document, and nothing else on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, toText, 2)}\n`);
}

/** A line of JSON for each. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, toText)}\n`);
}

/** Whether whoever read standard output has gone: what does nothing but print may end. */
export function isUnread(): boolean {
  return process.stdout.errored !== null;
}
