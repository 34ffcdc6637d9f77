// Only this dialect signs calls; a signature belongs to one name and its arguments.
import { isSealOf, seal } from '../answer/seal.ts';
import { asRecord } from '../json-record.ts';

const purpose = 'generate-content call';

/** What the vendor takes in place of a signature for calls that came from another model. */
const excuse = 'skip_thought_signature_validator';

export function signCall(name: string, args: unknown): string {
  return seal(purpose, content(name, args));
}

/** Both alphabets of base64 are good; the order of the arguments does not matter. */
export function isCallSignature(given: string, name: string, args: unknown): boolean {
  if (given === excuse) return true;
  return isSealOf(Buffer.from(given, 'base64').toString('base64'), purpose, content(name, args));
}

function content(name: string, args: unknown): string {
  return `${name}\n${JSON.stringify(sorted(args))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  const record = asRecord(value);
  if (!record) return value;
  const names = Object.keys(record).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(record[name])]));
}
