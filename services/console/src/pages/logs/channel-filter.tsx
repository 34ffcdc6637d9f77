import { CloseButton, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelOfIdQuery, channelsQuery } from '../../api/channels.ts';
import { useWords } from '../../words/use-words.ts';

/** For so long nothing more is typed before it is looked for. */
const pauseMs = 250;

/**
 * A filter by who served, known by its id: whoever has gone since is that alone. There may be thousands, so that they are looked
 * for where they are, a page at a time.
 */
export function ChannelFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useWords();
  const label = t('logs.channel');
  const [typed, setTyped] = useState('');
  const { data: chosen } = useQuery({ ...channelOfIdQuery(Number(value)), enabled: value !== '' });
  const known = value === '' ? [] : [{ value, label: chosen?.name ?? `#${value}` }];
  // What is chosen stands where one types, and is not looked for itself.
  const isTyped = known.every((choice) => choice.label !== typed);
  const [keyword] = useDebouncedValue(isTyped ? typed.trim() : '', pauseMs);
  const { data: found = { items: [], total: 0 } } = useQuery(channelsQuery({ keyword }, 1));
  const others = found.items.map(({ id, name }) => ({ value: String(id), label: name }));
  const hasMore = found.total > others.length;
  const more = hasMore ? [{ value: 'more', label: t('logs.moreChannels'), disabled: true }] : [];
  return (
    <Select
      size="xs"
      searchable
      aria-label={label}
      placeholder={t('logs.anyChannel')}
      nothingFoundMessage={t('logs.noChannel')}
      data={[...known, ...others.filter((choice) => choice.value !== value), ...more]}
      // The server has chosen: it also finds an id and a model.
      filter={() => [...others, ...more]}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      // With nothing to clear, the sign of a list stands there.
      {...(value !== '' && {
        rightSection: (
          <CloseButton size="xs" aria-label={`${t('table.clear')}: ${label}`} onClick={() => onChange('')} />
        ),
        rightSectionPointerEvents: 'all',
      })}
    />
  );
}
