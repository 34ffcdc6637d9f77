import { expect, it } from 'vitest';
import { changedMembers } from './changed-members.ts';

it('knows what is the same in whatever order its members come: a database has one of its own', () => {
  const typed = { models: { 'gpt-4o-mini': '2', 'gpt-4o': '3' }, weight: null };
  expect(changedMembers(typed, { models: { 'gpt-4o': '3', 'gpt-4o-mini': '2' }, weight: null })).toEqual({});
});

it('takes another order of a list, and nothing in place of a member that is not there, for changes', () => {
  const [now, before] = [{ models: ['a', 'b'], weight: null }, { models: ['b', 'a'] }];
  expect(changedMembers<object>(now, before)).toEqual(now);
});
