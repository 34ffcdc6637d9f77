import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPageSize } from '../../api/list-page.ts';
import { type Model, type ModelFilter, modelsQuery } from '../../api/models.ts';
import { ModelForm } from '../../forms/model-form.tsx';
import { ClearFilters } from '../../table/clear-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { Filters } from '../../table/filters.tsx';
import { NumberedPager } from '../../table/numbered-pager.tsx';
import { SelectFilter } from '../../table/select-filter.tsx';
import { TextFilter } from '../../table/text-filter.tsx';
import { useNumberedPages } from '../../table/use-numbered-pages.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { ModelActions } from './model-actions.tsx';
import { useModelColumns } from './model-columns.tsx';

const defaults = { keyword: '', kind: '' };
const kinds = ['text', 'media'] as const;

/** What can be asked for, and what it costs. */
export function ModelsPage() {
  const { t } = useWords();
  const [read, change] = useUrlState(defaults, { kind: kinds });
  const filter = read as ModelFilter;
  const isFiltered = filter.keyword !== '' || filter.kind !== '';
  const pages = useNumberedPages();
  const list = useQuery(modelsQuery(filter, pages.page));
  const { data, isPlaceholderData } = list;
  const columns = useModelColumns();
  const [open, setOpen] = useState<Model | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <Page
      title={t('models.title')}
      lead={t('models.lead')}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setOpen('new')}>
          {t('models.create')}
        </Button>
      }
    >
      <Panel>
        <Filters label={t('logs.filters')}>
          <TextFilter
            label={t('models.keyword')}
            value={filter.keyword}
            onChange={(keyword) => change({ keyword })}
          />
          <SelectFilter
            label={t('models.kind')}
            any={t('models.anyKind')}
            value={filter.kind}
            onChange={(kind) => change({ kind })}
            choices={kinds.map((kind) => ({ value: kind, label: t(`models.kinds.${kind}`) }))}
          />
          {isFiltered && <ClearFilters clear={() => change(defaults)} />}
        </Filters>
        <Answered query={list} pages={pages}>
          <DataTable
            label={t('models.title')}
            columns={columns}
            rows={data?.items}
            pages={pages}
            idOf={({ name }) => name}
            open={{ label: ({ name }) => t('actions.openNamed', { name }), run: (row) => setOpen(row) }}
            actions={(model) => <ModelActions model={model} />}
            empty={
              <EmptyState
                title={t(isFiltered ? 'models.noneFound' : 'models.emptyTitle')}
                text={t(isFiltered ? 'models.noneFoundText' : 'models.emptyText')}
              />
            }
            isStale={isPlaceholderData}
          />
        </Answered>
        {data && data.total > 0 && <NumberedPager total={data.total} pageSize={listPageSize} pages={pages} />}
      </Panel>
      <SidePanel
        isOpen={open !== undefined}
        title={open && open !== 'new' ? open.name : t('models.create')}
        onClose={close}
      >
        {open && <ModelForm model={open === 'new' ? undefined : open} onDone={close} />}
      </SidePanel>
    </Page>
  );
}
