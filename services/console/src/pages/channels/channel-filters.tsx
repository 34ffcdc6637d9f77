import { useQuery } from '@tanstack/react-query';
import type { ChannelFilter } from '../../api/channels.ts';
import { groupNamesQuery } from '../../api/groups.ts';
import { providers } from '../../api/providers.ts';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { Filters } from '../../table/filters.tsx';
import { SelectFilter } from '../../table/select-filter.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useWords } from '../../words/use-words.ts';

const toChoice = (name: string) => ({ value: name, label: name });

export function ChannelFilters({
  filter,
  isFiltered,
  change,
  clear,
}: {
  filter: ChannelFilter;
  isFiltered: boolean;
  change: (changes: Partial<ChannelFilter>) => void;
  clear: () => void;
}) {
  const { t } = useWords();
  const { data: groups = [] } = useQuery(groupNamesQuery);
  return (
    <Filters label={t('channels.filters')}>
      <TextFilter
        label={t('channels.keyword')}
        value={filter.keyword}
        onChange={(keyword) => change({ keyword })}
      />
      <TextFilter label={t('channels.model')} value={filter.model} onChange={(model) => change({ model })} />
      <TextFilter label={t('channels.tag')} value={filter.tag} onChange={(tag) => change({ tag })} />
      <SelectFilter
        label={t('channels.provider')}
        any={t('channels.anyProvider')}
        value={filter.provider}
        onChange={(provider) => change({ provider })}
        choices={Object.keys(providers).map(toChoice)}
      />
      <SelectFilter
        label={t('channels.group')}
        any={t('channels.anyGroup')}
        value={filter.group}
        onChange={(group) => change({ group })}
        choices={groups.map(toChoice)}
      />
      <SelectFilter
        label={t('channels.state')}
        any={t('channels.anyState')}
        value={filter.enabled}
        onChange={(enabled) => change({ enabled })}
        choices={[
          { value: 'true', label: t('channels.on') },
          { value: 'false', label: t('channels.off') },
        ]}
      />
      {isFiltered && <ClearFilters clear={clear} />}
    </Filters>
  );
}
