import { useQuery } from '@tanstack/react-query';
import { groupNamesQuery } from '../../api/groups.ts';
import type { UserFilter } from '../../api/users.ts';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { Filters } from '../../table/filters.tsx';
import { SelectFilter } from '../../table/select-filter.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useWords } from '../../words/use-words.ts';

export function UserFilters({
  filter,
  change,
  clear,
}: {
  filter: UserFilter;
  change: (changes: Partial<UserFilter>) => void;
  clear: () => void;
}) {
  const { t } = useWords();
  const { data: groups = [] } = useQuery(groupNamesQuery);
  return (
    <Filters label={t('logs.filters')}>
      <TextFilter
        label={t('users.keyword')}
        value={filter.keyword}
        onChange={(keyword) => change({ keyword })}
      />
      <SelectFilter
        label={t('users.role')}
        any={t('users.anyRole')}
        value={filter.role}
        onChange={(role) => change({ role })}
        choices={[
          { value: '1', label: t('roles.user') },
          { value: '10', label: t('roles.admin') },
          { value: '100', label: t('roles.root') },
        ]}
      />
      <SelectFilter
        label={t('users.group')}
        any={t('users.anyGroup')}
        value={filter.group}
        onChange={(group) => change({ group })}
        choices={groups.map((name) => ({ value: name, label: name }))}
      />
      <SelectFilter
        label={t('users.state')}
        any={t('users.anyState')}
        value={filter.status}
        onChange={(status) => change({ status })}
        choices={[
          { value: '1', label: t('users.enabled') },
          { value: '2', label: t('users.disabled') },
        ]}
      />
      {Object.values(filter).some((value) => value !== '') && <ClearFilters clear={clear} />}
    </Filters>
  );
}
