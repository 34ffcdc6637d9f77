const endings = ['filtered', 'blocked', 'failed', 'cancelled'] as const;

/** Ends of an answer that a control can ask for. */
export type Ending = (typeof endings)[number];

export function isEnding(word: string): word is Ending {
  return endings.some((ending) => ending === word);
}
