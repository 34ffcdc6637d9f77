import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { Format } from './format.ts';

/** The words of the chosen language, and how it writes numbers and times, and amounts in the site's money. */
export interface Wording {
  t: TFunction;
  format: Format;
  language: string;
}

export const WordingContext = createContext<Wording | undefined>(undefined);

/** What `WordsProvider` has made ready for everything inside it. */
export function useWords(): Wording {
  const wording = useContext(WordingContext);
  if (!wording) throw new Error('There is no WordsProvider around what asks for words');
  return wording;
}
