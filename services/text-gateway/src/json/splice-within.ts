import { type ScannedObject, scanObject } from './scan.ts';
import { type Edits, splice } from './splice.ts';

/** Sets members of an object that is itself a member. Undefined when there is no such object. */
export function editWithin(
  bytes: Buffer,
  scanned: ScannedObject,
  name: string,
  edit: (inner: Buffer, scannedInner: ScannedObject) => Edits,
): [name: string, value: string] | undefined {
  const span = scanned.members.get(name);
  if (!span || bytes[span.start] !== openBrace) return undefined;
  const inner = bytes.subarray(span.start, span.end);
  const scannedInner = scanObject(inner);
  return [name, splice(inner, scannedInner, edit(inner, scannedInner)).toString('utf8')];
}

const openBrace = 0x7b;
