import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';

/** Refuses a request, naming the member that is at fault. Nothing was held or sent. */
export function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { type: platformType, param, message }));
}

/** A value as a message shows it: short, and never the bytes of a file. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value));
  return text.length > 100 ? `${text.slice(0, 97)}...` : text;
}
