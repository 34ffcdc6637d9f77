import { Group, Progress, Text } from '@mantine/core';
import { isOpen, type TaskRecord } from '../../api/tasks.ts';
import { useWords } from '../../words/use-words.ts';

/** How far an open task is. */
export function TaskProgress({ task }: { task: TaskRecord }) {
  const { t, format } = useWords();
  if (!isOpen(task)) return null;
  return (
    <Group gap="xs" wrap="nowrap" w={120}>
      <Progress value={task.progress} size="sm" flex={1} animated aria-label={t('tasks.progress')} />
      <Text inherit className="numeric">
        {format.percent(task.progress / 100)}
      </Text>
    </Group>
  );
}
