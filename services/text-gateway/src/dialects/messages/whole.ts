import { isRecord } from '../../json/read.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { type Edits, splice } from '../../json/splice.ts';
import type { WholeAnswer } from '../passage.ts';
import { findError } from './reply/read-fault.ts';
import { containerIdOf } from './request/container-id.ts';
import { decodeUsage } from './usage.ts';
import { readWordAtBeginning } from './wire/tier-word.ts';

/** Throws when the bytes are no message. */
export function readWhole(came: Buffer, model: string | undefined): WholeAnswer {
  const { bytes, scanned } = scanLeniently(came);
  const read = (name: string): unknown => readScanned(bytes, scanned, name);
  const error = findError(read);
  if (error === undefined && !scanned.members.has('content')) throw new Error('The answer has no content');
  const isNamed = model !== undefined && scanned.members.has('model');
  const edits: Edits = new Map(isNamed ? [['model', JSON.stringify(model)]] : []);
  const usage = read('usage');
  return {
    body: splice(bytes, scanned, edits),
    usage: decodeUsage(usage),
    servedAt: isRecord(usage) ? readWordAtBeginning(usage) : undefined,
    answerId: containerIdOf(read('container')),
    error,
  };
}
