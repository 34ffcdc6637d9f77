/** The members that are not what they were before: what a form sends of a thing that is there, so that what others change meanwhile stays. */
export function changedMembers<Members extends object>(
  now: Members,
  before: Partial<Members>,
): Partial<Members> {
  const known = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Members>;
}
