import { Text } from '@mantine/core';
import type { AuditLine } from '../../api/audit.ts';
import type { Column } from '../../table/column.ts';
import { useWords } from '../../words/use-words.ts';
import { ChangesText } from './changes-text.tsx';

const shownChanges = 3;

export function useAuditColumns(): Column<AuditLine>[] {
  const { t, format } = useWords();
  return [
    {
      id: 'time',
      label: t('audit.time'),
      show: ({ created_at: second }) => format.time(second),
      inCard: 'start',
    },
    {
      id: 'who',
      label: t('audit.who'),
      show: ({ username }) => username || t('audit.nobody'),
      inCard: 'end',
    },
    {
      id: 'what',
      label: t('audit.what'),
      inCard: 'start',
      show: ({ operation, target_name: name, target_kind: kind }) => (
        <>
          <Text inherit fw={550} span>
            {operation}
          </Text>
          <Text c="dimmed" size="xs">
            {[kind, name].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      id: 'changes',
      label: t('audit.changes'),
      inCard: 'start',
      show: ({ changes }) => <ChangesText changes={changes} most={shownChanges} />,
    },
    { id: 'ip', label: t('audit.ip'), show: ({ ip }) => ip, isMinor: true, inCard: 'hidden' },
  ];
}
