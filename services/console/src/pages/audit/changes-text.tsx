import { Stack, Text } from '@mantine/core';
import type { AuditLine } from '../../api/audit.ts';
import { useWords } from '../../words/use-words.ts';
import { showValue } from './show-value.ts';

/** What changed, member by member: as it was, and as it is. */
export function ChangesText({ changes, lines }: Pick<AuditLine, 'changes'> & { lines?: number }) {
  const { t } = useWords();
  const all = Object.entries(changes);
  return (
    <Stack gap={2}>
      {all.slice(0, lines).map(([member, [before, after]]) => (
        <Text key={member} inherit component="div" lineClamp={lines === undefined ? undefined : 2}>
          <Text span inherit c="dimmed">
            {member}{' '}
          </Text>
          {showValue(before) !== '' && (
            <Text span inherit td="line-through" c="dimmed">
              {showValue(before)}
            </Text>
          )}
          <span aria-hidden> → </span>
          <Text span inherit fw={550}>
            {showValue(after) || t('audit.nothing')}
          </Text>
        </Text>
      ))}
      {lines !== undefined && all.length > lines && (
        <Text inherit c="dimmed">
          {t('audit.moreChanges', { count: all.length - lines })}
        </Text>
      )}
    </Stack>
  );
}
