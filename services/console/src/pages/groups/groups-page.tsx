import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type GroupDetails, groupsQuery } from '../../api/groups.ts';
import { GroupForm } from '../../forms/group-form.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { GroupActions } from './group-actions.tsx';
import { useGroupColumns } from './group-columns.tsx';

/** Who pays how much of the prices, and is served by whom. */
export function GroupsPage() {
  const { t } = useWords();
  const groups = useQuery(groupsQuery);
  const columns = useGroupColumns();
  const [open, setOpen] = useState<GroupDetails | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('groups.title')}
      lead={t('groups.lead')}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setOpen('new')}>
          {t('groups.create')}
        </Button>
      }
    >
      <Panel>
        <Answered query={groups}>
          <DataTable
            label={t('groups.title')}
            columns={columns}
            rows={groups.data}
            idOf={({ name }) => name}
            open={{ label: ({ name }) => t('actions.openNamed', { name }), run: (row) => setOpen(row) }}
            actions={(group) => <GroupActions group={group} />}
            empty={<EmptyState title={t('groups.emptyTitle')} text={t('groups.emptyText')} />}
          />
        </Answered>
      </Panel>
      <SidePanel
        isOpen={open !== undefined}
        title={open && open !== 'new' ? open.name : t('groups.create')}
        onClose={close}
      >
        {open && <GroupForm group={open === 'new' ? undefined : open} onDone={close} />}
      </SidePanel>
    </Page>
  );
}
