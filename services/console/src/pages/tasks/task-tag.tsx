import type { TaskStatus } from '../../api/tasks.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

const tones: Record<TaskStatus, Tone> = {
  queued: 'neutral',
  processing: 'info',
  succeeded: 'good',
  failed: 'bad',
};

export function TaskTag({ status }: { status: TaskStatus }) {
  const { t } = useWords();
  return <Tag tone={tones[status]}>{t(`tasks.statuses.${status}`)}</Tag>;
}
