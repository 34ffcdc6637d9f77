import { changedMembers } from './changed-members.ts';

/**
 * Whether what a form would send changes members that somebody else gave other values since the form began. Lists and prices are
 * sent whole: theirs would be gone without a word.
 * @param edit what the form would send.
 * @param since what was changed meanwhile, in the same members.
 */
export function isOvertaken<Members extends object>(edit: Members, since: Members): boolean {
  return Object.keys(changedMembers(edit, since)).some((name) => Object.hasOwn(since, name));
}
