import type { ChannelHealth } from '../../api/channel-inquiries.ts';
import type { useWords } from '../../words/use-words.ts';

/** Why a channel is in the state that its tag says, in sentences. */
export function describeHealth(
  { state, requests, failures, credentials, credentials_open: refused }: ChannelHealth,
  { t, format }: ReturnType<typeof useWords>,
): string {
  const seen = { count: requests, requests: format.number(requests), failures: format.number(failures) };
  return [
    t('channels.health.seen', seen),
    ...(refused > 0 ? [t('channels.health.refused', { count: refused, refused, credentials })] : []),
    ...(state === 'closed' ? [] : [t(`channels.health.because.${state}`)]),
  ].join(' ');
}
