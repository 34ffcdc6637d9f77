import { useQuery } from '@tanstack/react-query';
import { listPageSize } from '../../api/list-page.ts';
import { pricingQuery } from '../../api/pricing.ts';
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
import { useWords } from '../../words/use-words.ts';
import { usePricingColumns } from './pricing-columns.tsx';

const defaults = { keyword: '', group: '' };

/** What the models cost that somebody may use, as it is billed in a group. */
export function PricingPage() {
  const { t } = useWords();
  const [filter, change] = useUrlState(defaults);
  const pages = useNumberedPages();
  const list = useQuery(pricingQuery(filter, pages.page));
  const { data, isPlaceholderData } = list;
  const columns = usePricingColumns(data?.groups[filter.group]);
  return (
    <Page title={t('pricing.title')} lead={t('pricing.lead')}>
      <Panel>
        <Filters label={t('logs.filters')}>
          <TextFilter
            label={t('pricing.keyword')}
            value={filter.keyword}
            onChange={(keyword) => change({ keyword })}
          />
          <SelectFilter
            label={t('pricing.group')}
            any={t('pricing.anyGroup')}
            value={filter.group}
            onChange={(group) => change({ group })}
            choices={Object.entries(data?.groups ?? {}).map(([name, { ratio }]) => ({
              value: name,
              label: `${name} × ${ratio}`,
            }))}
          />
          {(filter.keyword !== '' || filter.group !== '') && <ClearFilters clear={() => change(defaults)} />}
        </Filters>
        <Answered query={list} pages={pages}>
          <DataTable
            label={t('pricing.title')}
            columns={columns}
            rows={data?.items}
            pages={pages}
            // An alias may have several prices, by who serves it.
            idOf={({ model, ...priced }) => `${model} ${JSON.stringify(priced)}`}
            empty={<EmptyState title={t('pricing.emptyTitle')} text={t('pricing.emptyText')} />}
            isStale={isPlaceholderData}
          />
        </Answered>
        {data && data.total > 0 && <NumberedPager total={data.total} pageSize={listPageSize} pages={pages} />}
      </Panel>
    </Page>
  );
}
