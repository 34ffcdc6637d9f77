import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelHealthQuery } from '../../api/channel-inquiries.ts';
import type { Channel } from '../../api/channels.ts';
import type { Column } from '../../table/column.ts';
import { useWords } from '../../words/use-words.ts';
import { ChannelOrder } from './channel-order.tsx';
import { HealthTag } from './health-tag.tsx';
import { LastBalance } from './last-balance.tsx';
import { LastTest } from './last-test.tsx';

export function useChannelColumns(): Column<Channel>[] {
  const { t, format } = useWords();
  const { data: health } = useQuery(channelHealthQuery);
  return [
    {
      id: 'name',
      label: t('channels.name'),
      share: 20,
      inCard: 'start',
      show: ({ name, provider }) => (
        <>
          <Text inherit fw={550} span>
            {name}
          </Text>
          <Text c="dimmed" size="xs" fw={400}>
            {provider}
          </Text>
        </>
      ),
    },
    {
      id: 'health',
      label: t('channels.health.title'),
      inCard: 'end',
      show: (channel) => <HealthTag channel={channel} health={health?.get(channel.id)} />,
    },
    {
      id: 'test',
      label: t('channels.test.last'),
      show: (channel) => <LastTest channel={channel} />,
    },
    {
      id: 'balance',
      label: t('channels.balances.one'),
      isNumeric: true,
      isMinor: true,
      show: (channel) => <LastBalance channel={channel} />,
    },
    {
      id: 'models',
      label: t('channels.models'),
      isNumeric: true,
      show: ({ models }) => (
        <span title={models.map(({ name }) => name).join(', ')}>{format.number(models.length)}</span>
      ),
    },
    {
      id: 'groups',
      label: t('channels.groups'),
      share: 14,
      show: ({ groups }) => groups.join(', '),
      isMinor: true,
    },
    {
      id: 'tag',
      label: t('channels.tag'),
      share: 8,
      isMinor: true,
      inCard: 'hidden',
      show: ({ tag }) => tag,
    },
    {
      id: 'keys',
      label: t('channels.keysShort'),
      isNumeric: true,
      isMinor: true,
      show({ keys, key_count: count }) {
        const on = keys.filter(({ enabled }) => enabled).length;
        return on === count ? format.number(count) : t('channels.keysOn', { on, count });
      },
    },
    {
      id: 'order',
      label: t('channels.order'),
      isNumeric: true,
      isMinor: true,
      show: (channel) => <ChannelOrder channel={channel} />,
    },
  ];
}
