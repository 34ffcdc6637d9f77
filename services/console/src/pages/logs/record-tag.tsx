import { type LogRecord, type RecordType, typeOf } from '../../api/log.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

const tones: Record<RecordType, Tone> = { served: 'good', failed: 'bad', topUp: 'info', refund: 'other' };

/** What a record is of. */
export function RecordTag({ record }: { record: LogRecord }) {
  const { t } = useWords();
  const type = typeOf(record);
  return <Tag tone={tones[type]}>{t(`logs.types.${type}`)}</Tag>;
}
