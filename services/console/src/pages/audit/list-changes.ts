/** A member that changed: as it was, and as it is. Empty: it was not there. */
export interface Change {
  member: string;
  before: string;
  after: string;
}

/** What a line of the audit log says, member by member; the members of a whole thing that was made or deleted are named as well. */
export function listChanges(
  changes: Record<string, unknown[]>,
  showQuota: (units: number) => string,
): Change[] {
  const flat = Object.entries(changes).flatMap(([member, [before, after]]) =>
    isWhole(before, after) ? membersOf(before, after) : [{ member, before, after }],
  );
  const show = (member: string, value: unknown): string =>
    quotaMembers.has(member) && /^-?\d+$/.test(String(value)) ? showQuota(Number(value)) : showValue(value);
  return flat
    .map(({ member, before, after }) => ({
      member,
      before: show(member, before),
      after: show(member, after),
    }))
    .filter(({ before, after }) => before !== after);
}

const quotaMembers = new Set(['quota', 'redeemed', 'remain_quota']);

/** Something that was not there before, or is not any more. */
function isWhole(before: unknown, after: unknown): boolean {
  return (isMissing(before) && isObject(after)) || (isObject(before) && isMissing(after));
}

function membersOf(before: unknown, after: unknown) {
  const was: Record<string, unknown> = isObject(before) ? before : {};
  const is: Record<string, unknown> = isObject(after) ? after : {};
  return [
    ...Object.entries(was).map(([member, value]) => ({ member, before: value, after: undefined })),
    ...Object.entries(is).map(([member, value]) => ({ member, before: undefined, after: value })),
  ];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in one line; nothing for what is not there. */
function showValue(value: unknown): string {
  if (isMissing(value) || value === '') return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}
