import type { Passage } from '../dialects/passage.ts';

/** Of styles whose answers are read by what was ordered of a model. */
export const byOrder: Pick<Passage, 'createTap' | 'readWhole'> = {
  createTap: unordered,
  readWhole: unordered,
};

function unordered(): never {
  throw new Error('Nothing was ordered of this model');
}
