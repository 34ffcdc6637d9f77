import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../../api/keys.ts';
import { CursorTable } from '../../table/cursor-table.tsx';
import { Filters } from '../../table/filters.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useCursorPages } from '../../table/use-cursor-pages.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { DeleteSelected } from './delete-selected.tsx';
import { KeyActions } from './key-actions.tsx';
import { useKeyColumns } from './key-columns.tsx';
import { KeyPanel, type KeyPanelState } from './key-panel.tsx';

const defaults = { keyword: '' };

/** One's own keys. */
export function KeysPage() {
  const { t } = useWords();
  const [{ keyword }, change] = useUrlState(defaults);
  const pages = useCursorPages();
  const list = useQuery(keysQuery(keyword, pages.cursor));
  const columns = useKeyColumns();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [panel, setPanel] = useState<KeyPanelState>();
  const shown = list.data?.items.filter(({ id }) => selected.has(id)) ?? [];
  const create = (
    <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setPanel({ shows: 'form' })}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Page
      title={t('keys.title')}
      lead={t('keys.lead')}
      actions={
        <>
          <RefreshButton isBusy={list.isFetching} refresh={list.refetch} />
          {create}
        </>
      }
    >
      <Panel>
        <Filters label={t('keys.filters')}>
          <TextFilter
            label={t('keys.search')}
            value={keyword}
            onChange={(next) => change({ keyword: next })}
          />
          <DeleteSelected ids={shown.map(({ id }) => id)} onDone={() => setSelected(new Set())} />
        </Filters>
        <CursorTable
          list={list}
          pages={pages}
          label={t('keys.table')}
          columns={columns}
          idOf={({ id }) => id}
          selection={{ ids: selected, change: setSelected, nameOf: ({ name }) => name }}
          actions={(key) => (
            <KeyActions
              value={key}
              change={() => setPanel({ shows: 'form', known: key })}
              show={(text) => setPanel({ shows: 'text', text, models: key.models, isNew: false })}
            />
          )}
          empty={
            keyword === '' ? (
              <EmptyState icon={IconKey} title={t('keys.emptyTitle')} text={t('keys.emptyText')}>
                {create}
              </EmptyState>
            ) : (
              <EmptyState title={t('keys.noneFoundTitle')} text={t('keys.noneFoundText')} />
            )
          }
        />
      </Panel>
      <KeyPanel state={panel} change={setPanel} />
    </Page>
  );
}
