import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { sniffType } from '../families/members/sniff.ts';
import { findUploadType } from './upload-types.ts';

/** Enough of a file to know it by. */
const beginningBytes = 64;

/** The same bytes. Throws a FaultError 415 before the first of them where they are not of the type that they are said to be. */
export async function* checkBeginning(bytes: AsyncIterable<Buffer>, type: string): AsyncGenerator<Buffer> {
  let beginning: Buffer | undefined = Buffer.alloc(0);
  for await (const part of bytes) {
    if (!beginning) {
      yield part;
      continue;
    }
    beginning = Buffer.concat([beginning, part]);
    if (beginning.length < beginningBytes) continue;
    yield checked(beginning, type);
    beginning = undefined;
  }
  if (beginning) yield checked(beginning, type);
}

function checked(beginning: Buffer, type: string): Buffer {
  const sniffed = sniffType(beginning);
  if (sniffed !== undefined && findUploadType(type)?.sniffed.includes(sniffed)) return beginning;
  throw new FaultError(
    fault('invalid_request', { status: 415, message: `The file is not of the type ${type}.` }),
  );
}
