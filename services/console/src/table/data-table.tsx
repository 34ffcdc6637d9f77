import { Box, Skeleton, Table, UnstyledButton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { EmptyPage } from './empty-page.tsx';
import { SelectAll, type Selection, SelectRow } from './selection.tsx';

export interface DataTableProps<Row> {
  /** What the table is of, for those who do not see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first ones have come. */
  rows: readonly Row[] | undefined;
  idOf(row: Row): string | number;
  /** Opens a row: the first column becomes a button, and all of the row leads to it. */
  open?: { label(row: Row): string; run(row: Row): void };
  /** Lets rows be chosen; not on a phone. */
  selection?: Selection<Row>;
  /** What can be done with a row. */
  actions?(row: Row): ReactNode;
  /** Shown where there are no rows. */
  empty: ReactNode;
  /** Of which these rows are one. */
  pages?: { isFirst: boolean; goFirst(): void };
  /** These rows are about to be replaced by others. */
  isStale?: boolean;
}

const skeletonRows = 8;

/** Rows with columns; on a phone, each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, selection, actions, empty, pages, isStale = false } = props;
  const { t } = useWords();
  if (rows?.length === 0) return pages?.isFirst === false ? <EmptyPage goFirst={pages.goFirst} /> : empty;
  return (
    <Box
      className={classes.scroller}
      data-stale={isStale || undefined}
      aria-busy={rows === undefined || isStale}
    >
      <Table
        className={classes.table}
        aria-label={label}
        role="table"
        verticalSpacing={9}
        horizontalSpacing="sm"
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {selection && <SelectAll selection={selection} rowIds={rows?.map(idOf) ?? []} />}
            {columns.map((column) => (
              <Table.Th key={column.id} role="columnheader" scope="col" {...marksOf(column)}>
                {column.label}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th role="columnheader" scope="col" data-numeric>
                <span className={classes.unseen}>{t('table.actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows?.map((row) => <DataRow key={idOf(row)} row={row} {...props} />) ?? (
            <SkeletonRows columns={columns} />
          )}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function DataRow<Row>({ row, ...props }: DataTableProps<Row> & { row: Row }) {
  const { columns, idOf, open, selection, actions } = props;
  return (
    <Table.Tr role="row" className={open && classes.opens}>
      {selection && <SelectRow selection={selection} row={row} id={idOf(row)} />}
      {columns.map((column, index) => {
        const shown = column.show(row);
        const title = column.share && typeof shown === 'string' ? shown : undefined;
        return (
          <Table.Td key={column.id} role="cell" data-label={column.label} title={title} {...marksOf(column)}>
            {open && index === 0 ? (
              <UnstyledButton className={classes.opener} aria-haspopup="dialog" onClick={() => open.run(row)}>
                {shown} <span className={classes.unseen}>{open.label(row)}</span>
              </UnstyledButton>
            ) : (
              shown
            )}
          </Table.Td>
        );
      })}
      {actions && (
        <Table.Td role="cell" data-numeric className={classes.actions}>
          {actions(row)}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function SkeletonRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return Array.from({ length: skeletonRows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and never move
    <Table.Tr key={row} aria-hidden>
      {columns.map((column) => (
        <Table.Td key={column.id} {...marksOf(column)}>
          <Skeleton height={14} width={column.isNumeric ? 56 : '70%'} display="inline-block" />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function marksOf<Row>({ isName, isNumeric, isMinor, share, wraps, inCard }: Column<Row>) {
  return {
    'data-name': isName,
    'data-numeric': isNumeric,
    'data-minor': isMinor,
    'data-share': share,
    'data-wraps': wraps,
    'data-card': inCard,
    style: share ? ({ '--column-share': `${share}%` } as CSSProperties) : undefined,
  };
}
