import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { FormError, readBoundary, type ScannedForm, scanForm } from './scan.ts';

/** The fields of a client's form. Throws a FaultError 400 that says what is wrong with it. */
export function readForm(body: Buffer, contentType: string): { boundary: string; form: ScannedForm } {
  try {
    const boundary = readBoundary(contentType);
    return { boundary, form: scanForm(body, boundary) };
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    throw new FaultError(fault('invalid_request', { message: error.message }), { cause: error });
  }
}
