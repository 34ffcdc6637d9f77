import { hashKey } from '@tanstack/react-query';

/**
 * The members that are not what they were before: what a form sends of a thing that is there, so that what others change meanwhile
 * stays. The members of a member may come in any order.
 */
export function changedMembers<Members extends object>(
  now: Members,
  before: Partial<Members>,
): Partial<Members> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, hashKey([value])]));
  const changed = Object.entries(now).filter(([name, value]) => hashKey([value]) !== known.get(name));
  return Object.fromEntries(changed) as Partial<Members>;
}
