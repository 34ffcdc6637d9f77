/** One line for the person at the terminal. */
export type Say = (line: string) => void;

export const say: Say = (line) => {
  process.stdout.write(`${line}\n`);
};

/** A terminal that is gone must not end us before everything we started is stopped. */
export function surviveClosedTerminal(): void {
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}
