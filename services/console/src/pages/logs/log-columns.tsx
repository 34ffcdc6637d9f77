import { type LogRecord, readDetails } from '../../api/log.ts';
import type { Scope } from '../../api/scope.ts';
import type { Column } from '../../table/column.ts';
import { useWords } from '../../words/use-words.ts';
import { RecordTag } from './record-tag.tsx';

/** The columns; administrators who look at everybody's see whose a record is, and who served it. */
export function useLogColumns(scope: Scope): Column<LogRecord>[] {
  const { t, format } = useWords();
  const columns: (Column<LogRecord> & { isOfAll?: true })[] = [
    {
      id: 'time',
      label: t('logs.time'),
      show: (record) => format.time(record.created_at),
      inCard: 'start',
    },
    {
      id: 'type',
      label: t('logs.type'),
      show: (record) => <RecordTag record={record} />,
      inCard: 'end',
    },
    {
      id: 'model',
      label: t('logs.model'),
      isName: true,
      share: 22,
      show: (record) => record.model_name || record.content,
      inCard: 'start',
    },
    {
      id: 'user',
      label: t('logs.user'),
      share: 8,
      show: (record) => record.username,
      isOfAll: true,
      inCard: 'end',
    },
    {
      id: 'key',
      label: t('logs.key'),
      share: 24,
      isMinor: true,
      show: (record) => record.token_name,
      inCard: 'hidden',
    },
    {
      id: 'group',
      label: t('logs.group'),
      share: 8,
      show: (record) => record.group,
      isMinor: true,
      inCard: 'hidden',
    },
    {
      id: 'channel',
      label: t('logs.channel'),
      share: 8,
      show: (record) => record.channel_name,
      isMinor: true,
      isOfAll: true,
      inCard: 'hidden',
    },
    {
      id: 'tokens',
      label: t('logs.tokens'),
      isNumeric: true,
      inCard: 'start',
      show: ({ prompt_tokens: input, completion_tokens: output }) =>
        input + output === 0
          ? '–'
          : t('logs.tokensShort', { input: format.number(input), output: format.number(output) }),
    },
    {
      id: 'duration',
      label: t('logs.duration'),
      isNumeric: true,
      isMinor: true,
      inCard: 'hidden',
      show: (record) => {
        const { duration_ms: ms } = readDetails(record);
        return ms === undefined ? '–' : format.duration(ms);
      },
    },
    {
      id: 'cost',
      label: t('logs.cost'),
      isNumeric: true,
      show: (record) => format.quota(record.quota),
      inCard: 'end',
    },
  ];
  return columns.filter(({ isOfAll }) => !isOfAll || scope === 'all');
}
