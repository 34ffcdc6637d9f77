import { ScanError } from './scan.ts';

/** What is read of bytes; undefined where they turn out to be no JSON. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ScanError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
