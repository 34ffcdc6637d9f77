import { isRecord } from '../json/read.ts';

/** An upstream's refusal is read this far. */
export const maxRefusalBytes = 64 * 1024;

/** What is looked at of an upstream's refusal, as far as it has it. */
export interface Refusal {
  code?: unknown;
  type?: unknown;
  param?: unknown;
  message?: unknown;
  details?: unknown;
  metadata?: unknown;
}

/** Finds the error in the shapes that vendors use; undefined when there is none. */
export function readRefusal(body: Buffer): Refusal | undefined {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const root = Array.isArray(parsed) ? parsed[0] : parsed;
    if (!isRecord(root)) return undefined;
    const { error, header, response } = root;
    const inner = [error, isRecord(response) ? response.error : undefined].find(isRecord);
    if (inner) return inner;
    const { message, msg, err, error_msg: errorMessage, detail } = root;
    const said = [
      error,
      message,
      msg,
      err,
      errorMessage,
      detail,
      isRecord(header) ? header.message : undefined,
    ];
    const words = said.find((value) => typeof value === 'string') ?? wordsOf(detail);
    return words === undefined ? undefined : { message: words };
  } catch {
    return undefined;
  }
}

/** What services in Python find wrong with a body: a list of it, with the place of each. */
function wordsOf(detail: unknown): string | undefined {
  const all = Array.isArray(detail) ? detail.filter(isRecord) : [];
  const said = all.flatMap(({ loc, msg }) =>
    typeof msg === 'string' ? [Array.isArray(loc) ? `${loc.join('.')}: ${msg}` : msg] : [],
  );
  return said.length > 0 ? said.join('; ') : undefined;
}

/** Words, or a number, as some vendors have it for a code. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
