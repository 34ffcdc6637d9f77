import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOfRequests, type LogRecord, logQuery, lookAgain } from '../../api/log.ts';
import { CursorTable } from '../../table/cursor-table.tsx';
import { useCursorPages } from '../../table/use-cursor-pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { ScopeControl } from '../../ui/scope-control.tsx';
import { useWords } from '../../words/use-words.ts';
import { useLogColumns } from './log-columns.tsx';
import { LogDrawer } from './log-drawer.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogSummary } from './log-summary.tsx';
import { useLogFilter } from './use-log-filter.ts';

/** What was asked, request by request. */
export function LogsPage() {
  const { t } = useWords();
  const { scope, filter, state, change, clear } = useLogFilter();
  const pages = useCursorPages();
  const cache = useQueryClient();
  const list = useQuery(logQuery(scope, filter, pages.cursor));
  const columns = useLogColumns(scope);
  const [opened, setOpened] = useState<LogRecord>();
  return (
    <Page
      title={t('logs.title')}
      lead={t('logs.lead')}
      actions={
        <>
          <ScopeControl value={scope} onChange={(next) => change({ scope: next })} />
          <RefreshButton isBusy={list.isFetching} refresh={() => lookAgain(cache)} />
        </>
      }
    >
      <Panel>
        <LogFilters scope={scope} state={state} change={change} clear={clear} />
        {isOfRequests(filter) && filter.request === '' && <LogSummary scope={scope} filter={filter} />}
        <CursorTable
          list={list}
          pages={pages}
          label={t('logs.table')}
          columns={columns}
          idOf={({ id }) => id}
          open={{
            label: (record) => t('logs.open', { name: record.model_name || record.id }),
            run: (record) => setOpened(record),
          }}
          empty={<EmptyState title={t('logs.emptyTitle')} text={t('logs.emptyText')} />}
        />
      </Panel>
      <LogDrawer scope={scope} record={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}
