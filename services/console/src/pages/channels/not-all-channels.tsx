import { Text } from '@mantine/core';
import type { Channel } from '../../api/channels.ts';
import { useWords } from '../../words/use-words.ts';

/** Says so where there are more channels than were read. */
export function NotAllChannels({ items = [], total = 0 }: { items?: Channel[]; total?: number }) {
  const { t, format } = useWords();
  if (items.length >= total) return null;
  const numbers = { shown: format.number(items.length), total: format.number(total) };
  return <Text role="note">{t('channels.notAll', numbers)}</Text>;
}
