import type { Channel } from '../../api/channels.ts';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words/use-words.ts';
import { LastBalance } from './last-balance.tsx';
import { LastTest } from './last-test.tsx';

/** What asking its upstream has told of a channel. */
export function ChannelFacts({ channel }: { channel: Channel }) {
  const { t } = useWords();
  const test = channel.last_test;
  return (
    <Facts
      facts={[
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
