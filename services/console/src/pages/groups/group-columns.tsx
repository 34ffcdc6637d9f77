import type { GroupDetails } from '../../api/groups.ts';
import type { Column } from '../../table/column.ts';
import { useWords } from '../../words/use-words.ts';

export function useGroupColumns(): Column<GroupDetails>[] {
  const { t, format } = useWords();
  const count = (id: 'users' | 'keys' | 'channels'): Column<GroupDetails> => ({
    id,
    label: t(`groups.${id}`),
    isNumeric: true,
    show: (group) => format.number(group[id]),
  });
  return [
    {
      id: 'name',
      label: t('groups.name'),
      isName: true,
      share: 20,
      show: ({ name }) => name,
      inCard: 'start',
    },
    {
      id: 'ratio',
      label: t('groups.ratio'),
      isNumeric: true,
      show: ({ ratio }) => `× ${ratio}`,
      inCard: 'end',
    },
    {
      id: 'models',
      label: t('groups.models'),
      share: 40,
      show: ({ models }) =>
        Object.entries(models)
          .map(([name, ratio]) => `${name} × ${ratio}`)
          .join(', ') || '–',
    },
    count('users'),
    count('keys'),
    count('channels'),
  ];
}
