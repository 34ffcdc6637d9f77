import { Stack, Text } from '@mantine/core';
import type { AuditLine } from '../../api/audit.ts';
import { nameMember } from '../../words/name-member.ts';
import { useWords } from '../../words/use-words.ts';
import classes from './changes-text.module.css';
import { listChanges } from './list-changes.ts';

/** What changed, member by member: all of it, or the first ones. */
export function ChangesText({ changes, most }: Pick<AuditLine, 'changes'> & { most?: number }) {
  const { t, format } = useWords();
  const all = listChanges(changes, format.quota);
  const shown = all.slice(0, most);
  return (
    <Stack gap={2} className={classes.changes}>
      {shown.map(({ member, before, after }) => (
        <Text key={member} inherit component="div" lineClamp={most === undefined ? undefined : 2}>
          <Text span inherit c="dimmed">
            {nameMember(member, t)}{' '}
          </Text>
          {before !== '' && (
            <>
              <del>{before}</del>
              <span aria-hidden> → </span>
            </>
          )}
          <Text span inherit fw={550}>
            {after || t('audit.nothing')}
          </Text>
        </Text>
      ))}
      {all.length > shown.length && (
        <Text inherit c="dimmed">
          {t('audit.moreChanges', { count: all.length - shown.length })}
        </Text>
      )}
    </Stack>
  );
}
