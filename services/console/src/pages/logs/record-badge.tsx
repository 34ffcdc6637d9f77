import { Badge } from '@mantine/core';
import { type LogRecord, type RecordType, typeOf } from '../../api/log.ts';
import { useWords } from '../../words/use-words.ts';

const colors: Record<RecordType, string> = { served: 'teal', failed: 'red', topUp: 'blue', refund: 'grape' };

/** What a record is of, in a word and a colour. */
export function RecordBadge({ record }: { record: LogRecord }) {
  const { t } = useWords();
  const type = typeOf(record);
  return (
    <Badge variant="light" color={colors[type]} tt="none" fw={550} radius="sm">
      {t(`logs.types.${type}`)}
    </Badge>
  );
}
