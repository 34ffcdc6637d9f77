import { useQuery } from '@tanstack/react-query';
import { allChannelsQuery } from '../../api/channels.ts';
import { SelectFilter } from '../../table/select-filter.tsx';
import { useWords } from '../../words/use-words.ts';

/** A filter by who served, known by its id: whoever has gone since is that alone. */
export function ChannelFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useWords();
  const { data = [] } = useQuery(allChannelsQuery);
  const known = data.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = value === '' || known.some((choice) => choice.value === value);
  return (
    <SelectFilter
      label={t('logs.channel')}
      any={t('logs.anyChannel')}
      value={value}
      onChange={onChange}
      choices={isKnown ? known : [{ value, label: `#${value}` }, ...known]}
    />
  );
}
