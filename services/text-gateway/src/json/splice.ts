import type { ScannedObject } from './scan.ts';

/** New values of top-level members, as JSON; undefined takes a member out. */
export type Edits = ReadonlyMap<string, string | undefined>;

/** The body with some top-level members set or taken out. All other bytes stay as they are. */
export function splice(bytes: Buffer, scanned: ScannedObject, edits: Edits): Buffer {
  if (edits.size === 0) return bytes;
  if ([...edits.values()].includes(undefined)) return rebuild(bytes, scanned, edits);
  const afterBrace = scanned.start + 1;
  // New members go first: the opening brace is known without a search.
  const added = [...edits].filter(([name]) => !scanned.members.has(name));
  const text = added.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  const separator = added.length > 0 && scanned.members.size > 0 ? ',' : '';
  const pieces = [bytes.subarray(0, afterBrace), Buffer.from(text + separator)];

  const replaced = [...edits].flatMap(([name, value]) => {
    const member = scanned.members.get(name);
    return member && value !== undefined ? [{ ...member.value, value }] : [];
  });
  replaced.sort((a, b) => a.start - b.start);
  let from = afterBrace;
  for (const { start, end, value } of replaced) {
    pieces.push(bytes.subarray(from, start), Buffer.from(value));
    from = end;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}

/** Puts the members that stay, and the new ones, one behind the other; each keeps its own bytes. */
function rebuild(bytes: Buffer, scanned: ScannedObject, edits: Edits): Buffer {
  const kept = [...scanned.members]
    .filter(([name]) => !edits.has(name))
    .map(([, { whole }]) => bytes.subarray(whole.start, whole.end));
  const set = [...edits]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => Buffer.from(`${JSON.stringify(name)}:${value}`));
  const comma = Buffer.from(',');
  const members = [...set, ...kept].flatMap((member, index) => (index === 0 ? [member] : [comma, member]));
  return Buffer.concat([Buffer.from('{'), ...members, Buffer.from('}')]);
}
