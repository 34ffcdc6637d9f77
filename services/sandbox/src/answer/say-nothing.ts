import type { Plan } from './plan.ts';

/** The same plan without a word of the answer, and with its usual end. */
export function sayNothing(plan: Plan): Plan {
  const nothing = { type: 'fixed' as const, text: '', pieceSize: 1 };
  return {
    ...plan,
    contents: plan.contents.map(() => nothing),
    images: [],
    calls: [],
    reasoning: null,
    finish: 'stop',
    stopWord: null,
  };
}
