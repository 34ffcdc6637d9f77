import { unitsPerUsd } from '../words/units-per-usd.ts';
import { useWords } from '../words/use-words.ts';

/** The most quota units that the API takes at once: a billion dollars. */
const mostUnits = 1_000_000_000 * unitsPerUsd;

/**
 * What is wrong with an amount, in the unit that quota is shown in: the API says it in quota units, and what is less than one of them
 * would become nothing.
 */
export function useAmountRule(): (amount: number | string) => string | null {
  const { t, format } = useWords();
  return (amount) => {
    if (amount === '') return t('forms.missing');
    const units = format.unitsOf(Number(amount));
    if (Number(amount) === 0 || (units >= 1 && units <= mostUnits)) return null;
    return t('forms.notAmount', { least: format.quota(1), most: format.quota(mostUnits) });
  };
}
