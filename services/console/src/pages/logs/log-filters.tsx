import { NativeSelect } from '@mantine/core';
import { isOfRequests, recordTypes } from '../../api/log.ts';
import type { Scope } from '../../api/scope.ts';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { Filters } from '../../table/filters.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { ranges } from '../../ui/time-range.ts';
import { useWords } from '../../words/use-words.ts';
import { ChannelFilter } from './channel-filter.tsx';
import { type LogState, logRanges } from './use-log-filter.ts';

interface LogFiltersProps {
  scope: Scope;
  state: LogState;
  change: (changes: Partial<LogState>) => void;
  clear: () => void;
}

const types = Object.keys(recordTypes) as (keyof typeof recordTypes)[];

export function LogFilters({ scope, state, change, clear }: LogFiltersProps) {
  const { t } = useWords();
  const { request, model, key, username, group, channel, type } = state;
  const isFiltered = [request, model, key, username, group, channel, type].some((value) => value !== '');
  const hasModels = isOfRequests(state);
  return (
    <Filters label={t('logs.filters')}>
      <NativeSelect
        size="xs"
        aria-label={t('range.label')}
        value={state.range}
        onChange={({ currentTarget }) => change({ range: currentTarget.value as LogState['range'] })}
        data={logRanges.map((range) => ({
          value: range,
          label: t(range === 'all' ? 'range.all' : ranges[range].word),
        }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('logs.type')}
        value={type}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as LogState['type'];
          change({
            type: chosen,
            ...(!isOfRequests({ type: chosen }) && { model: '', group: '', channel: '' }),
          });
        }}
        data={[
          { value: '', label: t('logs.anyType') },
          ...types.map((name) => ({ value: name, label: t(`logs.types.${name}`) })),
        ]}
      />
      {hasModels && (
        <TextFilter label={t('logs.model')} value={model} onChange={(next) => change({ model: next })} />
      )}
      <TextFilter label={t('logs.key')} value={key} onChange={(next) => change({ key: next })} />
      {scope === 'all' && (
        <TextFilter label={t('logs.user')} value={username} onChange={(next) => change({ username: next })} />
      )}
      {hasModels && (
        <TextFilter label={t('logs.group')} value={group} onChange={(next) => change({ group: next })} />
      )}
      {scope === 'all' && hasModels && (
        <ChannelFilter value={channel} onChange={(next) => change({ channel: next })} />
      )}
      <TextFilter
        label={t('logs.requestId')}
        value={request}
        // Whoever has the id of a request need not know when it was.
        onChange={(next) => change({ request: next, ...(next !== '' && { range: 'all' as const }) })}
      />
      {isFiltered && <ClearFilters clear={clear} />}
    </Filters>
  );
}
