import { Anchor, Group, Stack, Text } from '@mantine/core';
import { costOf, isOpen, secondsOf, type TaskRecord } from '../../api/tasks.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { VideoPlayer } from '../../ui/video-player.tsx';
import { nameAction, namePlatform } from '../../words/name-task.ts';
import { useWords } from '../../words/use-words.ts';
import classes from './task-drawer.module.css';
import { TaskProgress } from './task-progress.tsx';
import { TaskTag } from './task-tag.tsx';

/** All that is known of one task, and what it has made. */
export function TaskDrawer({ task, onClose }: { task: TaskRecord | undefined; onClose: () => void }) {
  const { t } = useWords();
  return (
    <SidePanel isOpen={task !== undefined} title={task?.model_name ?? t('tasks.title')} onClose={onClose}>
      {task && <Task task={task} />}
    </SidePanel>
  );
}

function Task({ task }: { task: TaskRecord }) {
  const { t, format } = useWords();
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <TaskTag status={task.status} />
        <TaskProgress task={task} />
        <Text c="dimmed" size="sm">
          {format.time(task.created_at)}
        </Text>
      </Group>
      {task.media.map(({ kind, url }, index) => (
        <Result key={url} kind={kind} url={url} number={index + 1} />
      ))}
      <Facts
        facts={[
          { label: t('tasks.prompt'), value: task.prompt },
          { label: t('tasks.failure'), value: task.fail_reason || task.fail_code },
          { label: t('tasks.cost'), value: <Text fw={600}>{format.quota(costOf(task))}</Text> },
          {
            label: t(isOpen(task) ? 'tasks.durationYet' : 'tasks.duration'),
            value: format.duration(secondsOf(task) * 1_000),
          },
          { label: t('tasks.submitted'), value: task.submit_time ? format.time(task.submit_time) : '' },
          { label: t('tasks.finished'), value: task.finish_time ? format.time(task.finish_time) : '' },
          { label: t('tasks.action'), value: nameAction(task.action, t) },
          { label: t('tasks.platform'), value: namePlatform(task.platform, t) },
          { label: t('tasks.user'), value: task.username },
          { label: t('tasks.key'), value: task.token_name },
          { label: t('tasks.group'), value: task.group },
          { label: t('tasks.channel'), value: task.channel_name },
          { label: t('tasks.id'), value: <Id text={task.task_id} /> },
          { label: t('tasks.request'), value: task.request_id && <Id text={task.request_id} /> },
        ]}
      />
    </Stack>
  );
}

function Result({ kind, url, number }: { kind: string; url: string; number: number }) {
  const { t } = useWords();
  if (kind === 'video') return <VideoPlayer source={url} />;
  if (kind === 'image')
    return <img className={classes.picture} src={url} alt={t('tasks.resultOf', { number })} />;
  return (
    <Anchor href={url} target="_blank" rel="noopener">
      {t('tasks.resultOf', { number })}
    </Anchor>
  );
}

function Id({ text }: { text: string }) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Text ff="monospace" size="xs">
        {text}
      </Text>
      <CopyButton value={text} />
    </Group>
  );
}
