import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { type ImageShape, ScanError, type ScannedObject, scanObject } from './scan.ts';

/** Scans the body of a request; a FaultError 400 says what is wrong with it. */
export function scanBody(body: Buffer, images?: ImageShape): ScannedObject {
  try {
    return scanObject(body, images);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    throw new FaultError(fault('invalid_request', { message: error.message }), { cause: error });
  }
}

/** Parses one member of a scanned object; undefined when it is not there. */
export function readScanned(bytes: Buffer, scanned: ScannedObject, name: string): unknown {
  const span = scanned.members.get(name)?.value;
  return span && JSON.parse(bytes.toString('utf8', span.start, span.end));
}
