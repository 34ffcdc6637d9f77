import type { LongListPage } from '../api/list-page.ts';
import { Answered } from '../ui/answered.tsx';
import { CursorPager } from './cursor-pager.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { CursorPages } from './use-cursor-pages.ts';

/** What `useQuery` gives of a page of a list. */
interface Listing<Row> {
  data: LongListPage<Row> | undefined;
  error: Error | null;
  refetch: () => unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
}

/** A page of a list: its rows, or why there are none, and the ways to the pages beside it. */
export function CursorTable<Row>({
  list,
  pages,
  ...table
}: Omit<DataTableProps<Row>, 'rows' | 'pages' | 'isStale'> & { list: Listing<Row>; pages: CursorPages }) {
  const { data, isPlaceholderData } = list;
  return (
    <>
      <Answered query={list} pages={pages}>
        <DataTable {...table} rows={data?.items} pages={pages} isStale={isPlaceholderData} />
      </Answered>
      {data && data.items.length > 0 && (
        <CursorPager
          total={data.total}
          isExact={data.total_exact}
          nextCursor={data.next_cursor}
          pages={pages}
        />
      )}
    </>
  );
}
