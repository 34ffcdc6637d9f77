import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { useWords } from '../words/use-words.ts';
import { isOvertaken } from './is-overtaken.ts';

/**
 * Gives what refuses an edit that would overwrite what somebody else changed since the form began. Whoever opens the form anew,
 * from a list of this key, then begins with what is there.
 */
export function useRefuseOvertaken(list: QueryKey) {
  const { t } = useWords();
  const cache = useQueryClient();
  return <Members extends object>(edit: Members, since: Members): void => {
    if (!isOvertaken(edit, since)) return;
    void cache.invalidateQueries({ queryKey: list });
    throw new ApiError('refused', t('forms.overtaken'));
  };
}
