import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { tasksQuery } from '../../api/tasks.ts';
import { paths } from '../../paths.ts';
import { CursorTable } from '../../table/cursor-table.tsx';
import { useCursorPages } from '../../table/use-cursor-pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { ScopeControl } from '../../ui/scope-control.tsx';
import { useWords } from '../../words/use-words.ts';
import { useTaskColumns } from './task-columns.tsx';
import { TaskDrawer } from './task-drawer.tsx';
import { TaskFilters } from './task-filters.tsx';
import { useTaskFilter } from './use-task-filter.ts';

/** Films and pictures that take a while, and how far they are. */
export function TasksPage() {
  const { t } = useWords();
  const { scope, filter, state, change, clear } = useTaskFilter();
  const pages = useCursorPages();
  const list = useQuery(tasksQuery(scope, filter, pages.cursor));
  const columns = useTaskColumns(scope);
  const [openedId, setOpenedId] = useState('');
  return (
    <Page
      title={t('tasks.title')}
      lead={t('tasks.lead')}
      actions={
        <>
          <ScopeControl value={scope} onChange={(next) => change({ scope: next })} />
          <RefreshButton isBusy={list.isFetching} refresh={list.refetch} />
        </>
      }
    >
      <Panel>
        <TaskFilters state={state} change={change} clear={clear} />
        <CursorTable
          list={list}
          pages={pages}
          label={t('tasks.table')}
          columns={columns}
          idOf={({ task_id: id }) => id}
          open={{
            label: (task) => t('tasks.open', { model: task.model_name }),
            run: (task) => setOpenedId(task.task_id),
          }}
          empty={
            <EmptyState icon={IconMovie} title={t('tasks.emptyTitle')} text={t('tasks.emptyText')}>
              <Button component={Link} to={`${paths.playground}?tab=video`} size="xs" variant="default">
                {t('tasks.tryOne')}
              </Button>
            </EmptyState>
          }
        />
      </Panel>
      <TaskDrawer
        task={list.data?.items.find(({ task_id: id }) => id === openedId)}
        onClose={() => setOpenedId('')}
      />
    </Page>
  );
}
