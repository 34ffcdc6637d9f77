import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keysOfUserQuery } from '../../api/keys.ts';
import type { ManagedUser } from '../../api/users.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { useWords } from '../../words/use-words.ts';
import { useKeyColumns } from '../keys/key-columns.tsx';

/** The newest keys of somebody, whose own they are to change. */
export function UserKeys({ user }: { user: ManagedUser }) {
  const { t } = useWords();
  const list = useQuery(keysOfUserQuery(user.id));
  const { data } = list;
  const columns = useKeyColumns();
  return (
    <Stack gap="md">
      <Answered query={list}>
        {data && data.next_cursor !== '' && (
          <Text c="dimmed">{t('users.newestKeys', { shown: data.items.length })}</Text>
        )}
        <DataTable
          label={t('keys.table')}
          columns={columns}
          rows={data?.items}
          idOf={({ id }) => id}
          empty={<Text c="dimmed">{t('users.noKeys')}</Text>}
        />
      </Answered>
    </Stack>
  );
}
