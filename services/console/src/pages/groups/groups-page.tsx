import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type GroupDetails, groupsQuery } from '../../api/groups.ts';
import { listPageSize } from '../../api/list-page.ts';
import { GroupForm } from '../../forms/group-form.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { Filters } from '../../table/filters.tsx';
import { NumberedPager } from '../../table/numbered-pager.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useNumberedPages } from '../../table/use-numbered-pages.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { GroupActions } from './group-actions.tsx';
import { useGroupColumns } from './group-columns.tsx';

const defaults = { keyword: '' };

/** Who pays how much of the prices, and is served by whom. */
export function GroupsPage() {
  const { t } = useWords();
  const [{ keyword }, change] = useUrlState(defaults);
  const pages = useNumberedPages();
  const groups = useQuery(groupsQuery);
  const found = groups.data?.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()));
  const first = (pages.page - 1) * listPageSize;
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
        <Filters label={t('logs.filters')}>
          <TextFilter
            label={t('groups.keyword')}
            value={keyword}
            onChange={(next) => change({ keyword: next })}
          />
        </Filters>
        <Answered query={groups}>
          <DataTable
            label={t('groups.title')}
            columns={columns}
            rows={found?.slice(first, first + listPageSize)}
            pages={pages}
            idOf={({ name }) => name}
            open={{ label: ({ name }) => t('actions.openNamed', { name }), run: (row) => setOpen(row) }}
            actions={(group) => <GroupActions group={group} />}
            empty={
              <EmptyState
                title={t(keyword === '' ? 'groups.emptyTitle' : 'groups.noneFound')}
                text={t(keyword === '' ? 'groups.emptyText' : 'groups.noneFoundText')}
              />
            }
          />
        </Answered>
        {found && found.length > 0 && (
          <NumberedPager total={found.length} pageSize={listPageSize} pages={pages} />
        )}
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
