import { IconMovie, IconPhoto } from '@tabler/icons-react';
import type { TaskRecord } from '../../api/tasks.ts';
import { useWords } from '../../words/use-words.ts';
import classes from './thumbnail.module.css';

/** The first thing that a task has made: pictures as they are, for all else a sign. */
export function Thumbnail({ task: { media } }: { task: TaskRecord }) {
  const { t } = useWords();
  const [first] = media;
  if (!first) return <span className={classes.none}>–</span>;
  if (first.kind === 'image') {
    return <img className={classes.picture} src={first.url} alt="" loading="lazy" width={40} height={40} />;
  }
  const Sign = first.kind === 'video' ? IconMovie : IconPhoto;
  return (
    <span className={classes.sign} role="img" aria-label={t('tasks.hasResult')}>
      <Sign size={18} stroke={1.6} />
    </span>
  );
}
