import { Group, Text } from '@mantine/core';
import { type ChannelTest, isMade } from '../../api/channel-tests.ts';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

/** Whether a test succeeded, and how long it took. */
export function TestResult({ test }: { test: ChannelTest }) {
  const { t, format } = useWords();
  if (!isMade(test))
    return (
      <span title={test.message}>
        <Tag tone="neutral">{t('channels.test.none')}</Tag>
      </span>
    );
  return (
    <Group gap={6} wrap="nowrap" title={test.message || test.model} display="inline-flex">
      <Tag tone={test.success ? 'good' : 'bad'}>
        {t(test.success ? 'channels.test.passed' : 'channels.test.failed')}
      </Tag>
      <Text span inherit c="dimmed" className="numeric" style={{ whiteSpace: 'nowrap' }}>
        {format.duration(test.time * 1_000)}
      </Text>
    </Group>
  );
}
