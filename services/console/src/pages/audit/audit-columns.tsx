import { Text } from '@mantine/core';
import type { AuditLine } from '../../api/audit.ts';
import type { Column } from '../../table/column.ts';
import { nameKind, nameOperation } from '../../words/name-operation.ts';
import { useWords } from '../../words/use-words.ts';
import classes from './audit-columns.module.css';
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
      share: 12,
      show: ({ username }) => username || t('audit.nobody'),
      inCard: 'end',
    },
    {
      id: 'what',
      label: t('audit.what'),
      share: 26,
      show: ({ operation, target_name: name, target_kind: kind }) => {
        const target = [nameKind(kind, t), name].filter(Boolean).join(' · ');
        return (
          <div className={classes.what}>
            <Text inherit fw={550} truncate>
              {nameOperation(operation, t)}
            </Text>
            <Text c="dimmed" size="xs" truncate title={target}>
              {target}
            </Text>
          </div>
        );
      },
      inCard: 'start',
    },
    {
      id: 'changes',
      label: t('audit.changes'),
      wraps: true,
      inCard: 'whole',
      show: ({ changes }) => <ChangesText changes={changes} most={shownChanges} />,
    },
    { id: 'ip', label: t('audit.ip'), show: ({ ip }) => ip, isMinor: true, inCard: 'hidden' },
  ];
}
