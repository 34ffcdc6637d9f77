import type { ChannelHealth, CircuitState } from '../../api/channel-inquiries.ts';
import type { Channel } from '../../api/channels.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { describeHealth } from './describe-health.ts';

const tones: Record<CircuitState, Tone> = { closed: 'good', 'half-open': 'warning', open: 'bad' };

/** How a channel served lately. */
export function HealthTag({ channel, health }: { channel: Channel; health: ChannelHealth | undefined }) {
  const words = useWords();
  const { t, format } = words;
  if (!channel.enabled) return <Tag tone="neutral">{t('channels.off')}</Tag>;
  if (!channel.keys_readable) return <Tag tone="bad">{t('channels.health.noKeys')}</Tag>;
  if (!health || (health.requests === 0 && health.state === 'closed'))
    return <Tag tone="neutral">{t('channels.health.quiet')}</Tag>;
  const { state, requests, failures, credentials_open: refused } = health;
  const hasTrouble = state === 'closed' && (failures > 0 || refused > 0);
  return (
    <span title={describeHealth(health, words)}>
      <Tag tone={hasTrouble ? 'warning' : tones[state]}>
        {hasTrouble && failures > 0
          ? t('channels.health.failed', { rate: format.percent(failures / requests) })
          : t(`channels.health.${state}`)}
      </Tag>
    </span>
  );
}
