import { describe, expect, it } from 'vitest';
import { isOvertaken } from './is-overtaken.ts';

describe('isOvertaken', () => {
  it('holds where both changed the same member otherwise', () => {
    expect(isOvertaken({ models: ['a', 'mine'] }, { models: ['a', 'theirs'] })).toBe(true);
    expect(isOvertaken({ tag: 'mine' }, { tag: '' })).toBe(true);
  });

  it('does not hold for other members, nor where both changed it alike', () => {
    expect(isOvertaken<object>({ weight: 2 }, { tag: 'theirs' })).toBe(false);
    expect(isOvertaken({ name: 'same', weight: 2 }, { name: 'same' })).toBe(false);
  });
});
