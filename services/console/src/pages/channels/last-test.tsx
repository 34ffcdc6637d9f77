import { Text } from '@mantine/core';
import type { Channel } from '../../api/channels.ts';
import { useWords } from '../../words/use-words.ts';
import { TestResult } from './test-result.tsx';

/** How the last test of a channel went, and when that was. */
export function LastTest({ channel }: { channel: Channel }) {
  const { t, format } = useWords();
  const { last_test: test, test_time: at, response_time: ms } = channel;
  if (!test || at === null)
    return (
      <Text span inherit c="dimmed">
        {t('channels.never')}
      </Text>
    );
  return (
    <div>
      <TestResult success={test.success} ms={ms} title={test.message || test.model} />
      <Text size="xs" c="dimmed" title={format.time(at)}>
        {format.ago(at)}
      </Text>
    </div>
  );
}
