import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type RedemptionFilter, redemptionStates, redemptionsQuery } from '../../api/redemptions.ts';
import { CodesForm } from '../../forms/codes-form.tsx';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { CursorTable } from '../../table/cursor-table.tsx';
import { Filters } from '../../table/filters.tsx';
import { SelectFilter } from '../../table/select-filter.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useCursorPages } from '../../table/use-cursor-pages.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { CodeActions } from './code-actions.tsx';
import { useCodeColumns } from './code-columns.tsx';
import { DeleteInvalid } from './delete-invalid.tsx';
import { NewCodes } from './new-codes.tsx';

const defaults = { keyword: '', state: '' };

/** Codes that stand for quota. */
export function CodesPage() {
  const { t } = useWords();
  const [read, change] = useUrlState(defaults, { state: redemptionStates });
  const filter = read as RedemptionFilter;
  const isFiltered = filter.keyword !== '' || filter.state !== '';
  const pages = useCursorPages();
  const list = useQuery(redemptionsQuery(filter, pages.cursor));
  const columns = useCodeColumns();
  const [open, setOpen] = useState<'new' | string[]>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('codes.title')}
      lead={t('codes.lead')}
      actions={
        <>
          <DeleteInvalid />
          <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setOpen('new')}>
            {t('codes.create')}
          </Button>
        </>
      }
    >
      <Panel>
        <Filters label={t('logs.filters')}>
          <TextFilter
            label={t('codes.keyword')}
            value={filter.keyword}
            onChange={(keyword) => change({ keyword })}
          />
          <SelectFilter
            label={t('codes.state')}
            any={t('codes.anyState')}
            value={filter.state}
            onChange={(state) => change({ state })}
            choices={redemptionStates.map((state) => ({ value: state, label: t(`codes.states.${state}`) }))}
          />
          {isFiltered && <ClearFilters clear={() => change(defaults)} />}
        </Filters>
        <CursorTable
          list={list}
          pages={pages}
          label={t('codes.title')}
          columns={columns}
          idOf={({ id }) => id}
          actions={(code) => <CodeActions code={code} />}
          empty={
            <EmptyState
              title={t(isFiltered ? 'codes.noneFound' : 'codes.emptyTitle')}
              text={t(isFiltered ? 'codes.noneFoundText' : 'codes.emptyText')}
            />
          }
        />
      </Panel>
      <SidePanel isOpen={open !== undefined} title={t('codes.create')} onClose={close}>
        {open === 'new' && <CodesForm onDone={(codes) => setOpen(codes)} />}
        {Array.isArray(open) && <NewCodes codes={open} onClose={close} />}
      </SidePanel>
    </Page>
  );
}
