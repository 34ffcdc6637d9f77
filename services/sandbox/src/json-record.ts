import { isRecord } from '@headgate/runtime/is-record';

export type JsonRecord = Record<string, unknown>;

/** The value as a JSON object, or null when it is anything else. */
export function asRecord(value: unknown): JsonRecord | null {
  return isRecord(value) ? value : null;
}

/** Parses JSON; `undefined` when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
