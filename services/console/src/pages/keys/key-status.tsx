import { type Key, type KeyStatus, statusOf } from '../../api/keys.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

const tones: Record<KeyStatus, Tone> = {
  enabled: 'good',
  disabled: 'neutral',
  expired: 'warning',
  exhausted: 'bad',
};

/** Whether a key works. */
export function KeyStatusTag({ value }: { value: Key }) {
  const { t } = useWords();
  const status = statusOf(value);
  return <Tag tone={tones[status]}>{t(`keys.statuses.${status}`)}</Tag>;
}
