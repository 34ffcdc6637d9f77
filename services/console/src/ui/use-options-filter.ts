import type { OptionsFilter } from '@mantine/core';
import { useWords } from '../words/use-words.ts';

/** The library draws all that a field offers, open or not, again with each letter typed beside it: 5,000 take it 260 ms. */
const mostOptions = 100;

/** What a field offers of what there may be thousands of: the first that match, and last whether there are others. */
export function useOptionsFilter(): OptionsFilter {
  const { t } = useWords();
  return ({ options, search }) => {
    const typed = search.trim().toLowerCase();
    const found = options.filter((option) => 'label' in option && option.label.toLowerCase().includes(typed));
    if (found.length <= mostOptions) return found;
    return [...found.slice(0, mostOptions), { value: '', label: t('forms.moreOptions'), disabled: true }];
  };
}
