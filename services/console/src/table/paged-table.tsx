import { useState } from 'react';
import { listPageSize } from '../api/list-page.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { NumberedPager } from './numbered-pager.tsx';

/** A table of rows that are all here, a page of them at a time: to draw a thousand keeps a browser busy for seconds. */
export function PagedTable<Row>({ rows, ...props }: Omit<DataTableProps<Row>, 'pages' | 'isStale'>) {
  const [wanted, go] = useState(1);
  const total = rows?.length ?? 0;
  const page = Math.min(wanted, Math.max(1, Math.ceil(total / listPageSize)));
  const first = (page - 1) * listPageSize;
  return (
    <>
      <DataTable {...props} rows={rows?.slice(first, first + listPageSize)} />
      {total > listPageSize && (
        <NumberedPager
          total={total}
          pageSize={listPageSize}
          pages={{ page, isFirst: page === 1, go, goFirst: () => go(1) }}
        />
      )}
    </>
  );
}
