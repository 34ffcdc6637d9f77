import type { ScannedObject, Span } from './scan.ts';

/** New values of top-level members, as JSON; undefined takes a member out. */
export type Edits = ReadonlyMap<string, string | undefined>;

/** The body with some top-level members set or taken out. All other bytes stay as they are. */
export function splice(bytes: Buffer, scanned: ScannedObject, edits: Edits): Buffer {
  if (edits.size === 0) return bytes;
  const added: string[] = [];
  const replaced: (Span & { value: string })[] = [];
  for (const [name, value] of edits) {
    const member = scanned.members.get(name);
    if (value === undefined) {
      if (member) return rebuild(bytes, scanned, edits);
    } else if (member) replaced.push({ start: member.start, end: member.end, value });
    else added.push(`${JSON.stringify(name)}:${value}`);
  }
  const pieces: Buffer[] = [];
  let from = 0;
  if (added.length > 0) {
    // New members go first: the opening brace is known without a search.
    from = scanned.start + 1;
    const separator = scanned.members.size > 0 ? ',' : '';
    pieces.push(bytes.subarray(0, from), Buffer.from(added.join(',') + separator));
  }
  replaced.sort((a, b) => a.start - b.start);
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
    .map(([, { nameStart, end }]) => bytes.subarray(nameStart, end));
  const set = [...edits]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => Buffer.from(`${JSON.stringify(name)}:${value}`));
  const comma = Buffer.from(',');
  const members = [...set, ...kept].flatMap((member, index) => (index === 0 ? [member] : [comma, member]));
  return Buffer.concat([Buffer.from('{'), ...members, Buffer.from('}')]);
}
