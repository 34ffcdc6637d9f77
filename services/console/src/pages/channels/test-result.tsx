import { Group, Text } from '@mantine/core';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

/** Whether a test succeeded, and how long it took. */
export function TestResult({
  success,
  ms,
  title,
}: {
  success: boolean;
  ms: number | null;
  title: string | undefined;
}) {
  const { t, format } = useWords();
  return (
    <Group gap={6} wrap="nowrap" title={title} display="inline-flex">
      <Tag tone={success ? 'good' : 'bad'}>
        {t(success ? 'channels.test.passed' : 'channels.test.failed')}
      </Tag>
      {ms !== null && (
        <Text span inherit c="dimmed" className="numeric" style={{ whiteSpace: 'nowrap' }}>
          {format.duration(ms)}
        </Text>
      )}
    </Group>
  );
}
