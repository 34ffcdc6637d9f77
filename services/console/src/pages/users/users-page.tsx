import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ManagedUser, mayChange, type UserFilter, usersQuery } from '../../api/users.ts';
import { QuotaForm } from '../../forms/quota-form.tsx';
import { UserForm } from '../../forms/user-form.tsx';
import { CursorTable } from '../../table/cursor-table.tsx';
import { useCursorPages } from '../../table/use-cursor-pages.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { useCurrentUser } from '../../ui/current-user.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { UserActions } from './user-actions.tsx';
import { useUserColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { UserKeys } from './user-keys.tsx';

const defaults = { keyword: '', group: '', role: '', status: '' };

type Open = { what: 'user' | 'quota' | 'keys'; user: ManagedUser } | { what: 'new' };

/** Who there is, and what they may spend. */
export function UsersPage() {
  const { t } = useWords();
  const self = useCurrentUser();
  const [read, change] = useUrlState(defaults, { role: ['1', '10', '100'], status: ['1', '2'] });
  const filter = read as UserFilter;
  const pages = useCursorPages();
  const list = useQuery(usersQuery(filter, pages.cursor));
  const columns = useUserColumns();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const known = open && open.what !== 'new' ? open.user : undefined;
  const mayOpen = !known || mayChange(self, known);
  return (
    <Page
      title={t('users.title')}
      lead={t('users.lead')}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setOpen({ what: 'new' })}>
          {t('users.create')}
        </Button>
      }
    >
      <Panel>
        <UserFilters filter={filter} change={change} clear={() => change(defaults)} />
        <CursorTable
          list={list}
          pages={pages}
          label={t('users.title')}
          columns={columns}
          idOf={({ id }) => id}
          open={{
            label: ({ username: name }) => t('actions.openNamed', { name }),
            run: (user) => setOpen({ what: 'user', user }),
          }}
          actions={(user) => (
            <UserActions
              user={user}
              showKeys={() => setOpen({ what: 'keys', user })}
              changeQuota={() => setOpen({ what: 'quota', user })}
            />
          )}
          empty={<EmptyState title={t('users.emptyTitle')} text={t('users.emptyText')} />}
        />
      </Panel>
      <SidePanel isOpen={open !== undefined} title={known?.username ?? t('users.create')} onClose={close}>
        {open?.what === 'keys' && <UserKeys user={open.user} />}
        {open?.what === 'quota' && <QuotaForm user={open.user} onDone={close} />}
        {open &&
          open.what !== 'quota' &&
          open.what !== 'keys' &&
          (mayOpen ? <UserForm user={known} onDone={close} /> : t('users.onlyRoot'))}
      </SidePanel>
    </Page>
  );
}
