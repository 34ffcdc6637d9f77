import { Text } from '@mantine/core';
import type { Channel } from '../../api/channels.ts';
import { useWords } from '../../words/use-words.ts';

/** What was left at a channel's upstream, and when it told. */
export function LastBalance({ channel }: { channel: Channel }) {
  const { t, format } = useWords();
  const { balance, balance_currency: currency, balance_updated_time: at } = channel;
  if (balance === null || currency === null || at === null)
    return (
      <Text span inherit c="dimmed">
        {t('channels.balances.never')}
      </Text>
    );
  return (
    <div>
      {format.money(balance, currency)}
      <Text size="xs" c="dimmed" title={format.time(at)}>
        {format.ago(at)}
      </Text>
    </div>
  );
}
