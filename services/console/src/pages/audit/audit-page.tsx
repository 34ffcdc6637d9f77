import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditFilter, type AuditLine, auditQuery } from '../../api/audit.ts';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { CursorTable } from '../../table/cursor-table.tsx';
import { Filters } from '../../table/filters.tsx';
import { SelectFilter } from '../../table/select-filter.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useCursorPages } from '../../table/use-cursor-pages.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { type Range, ranges, sinceOf } from '../../ui/time-range.ts';
import { kindNames, nameKind, nameOperation, operationNames } from '../../words/name-operation.ts';
import { useWords } from '../../words/use-words.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { ChangesText } from './changes-text.tsx';

const defaults = { username: '', operation: '', target_kind: '', target_id: '', range: '' };
const choices = ['day', 'week', 'month', 'quarter'] as const satisfies readonly Range[];

/** What people changed. */
export function AuditPage() {
  const { t } = useWords();
  const [state, change] = useUrlState(defaults, {
    range: choices,
    operation: operationNames,
    target_kind: kindNames,
  });
  const { range: chosen, ...words } = state;
  const range = choices.find((one) => one === chosen) ?? '';
  const filter: AuditFilter = { ...words, since: sinceOf(range || 'all') };
  const pages = useCursorPages();
  const list = useQuery(auditQuery(filter, pages.cursor));
  const columns = useAuditColumns();
  const [opened, setOpened] = useState<AuditLine>();
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')}>
      <Panel>
        <Filters label={t('logs.filters')}>
          <SelectFilter
            label={t('range.label')}
            any={t('range.all')}
            value={range}
            onChange={(next) => change({ range: next })}
            choices={choices.map((one) => ({ value: one, label: t(ranges[one].word) }))}
          />
          <TextFilter
            label={t('audit.filters.username')}
            value={state.username}
            onChange={(username) => change({ username })}
          />
          <SelectFilter
            label={t('audit.filters.operation')}
            any={t('audit.anyOperation')}
            value={state.operation}
            onChange={(operation) => change({ operation })}
            choices={operationNames.map((name) => ({ value: name, label: nameOperation(name, t) }))}
          />
          <SelectFilter
            label={t('audit.filters.target_kind')}
            any={t('audit.anyKind')}
            value={state.target_kind}
            onChange={(kind) => change({ target_kind: kind })}
            choices={kindNames.map((name) => ({ value: name, label: nameKind(name, t) }))}
          />
          <TextFilter
            label={t('audit.filters.target_id')}
            value={state.target_id}
            onChange={(id) => change({ target_id: id })}
          />
          {Object.values(state).some((value) => value !== '') && (
            <ClearFilters clear={() => change(defaults)} />
          )}
        </Filters>
        <CursorTable
          list={list}
          pages={pages}
          label={t('audit.title')}
          columns={columns}
          idOf={({ id }) => id}
          open={{
            label: ({ operation }) => t('actions.openNamed', { name: nameOperation(operation, t) }),
            run: (line) => setOpened(line),
          }}
          empty={<EmptyState title={t('audit.emptyTitle')} text={t('audit.emptyText')} />}
        />
      </Panel>
      <SidePanel
        isOpen={opened !== undefined}
        title={nameOperation(opened?.operation ?? '', t)}
        onClose={() => setOpened(undefined)}
      >
        {opened && <Line line={opened} />}
      </SidePanel>
    </Page>
  );
}

function Line({ line }: { line: AuditLine }) {
  const { t, format } = useWords();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { label: t('audit.time'), value: format.time(line.created_at) },
          { label: t('audit.who'), value: line.username || t('audit.nobody') },
          { label: t('audit.filters.target_kind'), value: nameKind(line.target_kind, t) },
          { label: t('audit.target'), value: line.target_name },
          { label: t('audit.filters.target_id'), value: line.target_id },
          { label: t('audit.ip'), value: line.ip },
          { label: t('logs.details.requestId'), value: line.request_id },
        ]}
      />
      <ChangesText changes={line.changes} />
    </Stack>
  );
}
