import { useQuery } from '@tanstack/react-query';
import { channelHealthQuery } from '../../api/channel-inquiries.ts';
import type { Channel } from '../../api/channels.ts';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words/use-words.ts';
import { describeHealth } from './describe-health.ts';
import { HealthTag } from './health-tag.tsx';
import { LastBalance } from './last-balance.tsx';
import { LastTest } from './last-test.tsx';

/** How a channel serves, and what asking its upstream has told. */
export function ChannelFacts({ channel }: { channel: Channel }) {
  const words = useWords();
  const { t } = words;
  const test = channel.last_test;
  const health = useQuery(channelHealthQuery).data?.get(channel.id);
  return (
    <Facts
      facts={[
        { label: t('channels.health.title'), value: <HealthTag channel={channel} health={health} /> },
        { label: t('channels.health.lately'), value: health && describeHealth(health, words) },
        { label: t('channels.test.last'), value: <LastTest channel={channel} /> },
        { label: t('channels.test.message'), value: test?.message },
        { label: t('channels.test.asked'), value: test?.model },
        { label: t('channels.test.status'), value: test?.status || undefined },
        { label: t('channels.test.by'), value: test?.by },
        { label: t('channels.balances.one'), value: <LastBalance channel={channel} /> },
      ]}
    />
  );
}
