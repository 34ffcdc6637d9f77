import { Checkbox, Table } from '@mantine/core';
import { useWords } from '../words/use-words.ts';
import classes from './data-table.module.css';

/** Rows that were chosen, to do one thing to all of them. */
export interface Selection<Row> {
  ids: ReadonlySet<string | number>;
  change(ids: ReadonlySet<string | number>): void;
  nameOf(row: Row): string;
}

export function SelectAll<Row>({
  selection: { ids, change },
  rowIds,
}: {
  selection: Selection<Row>;
  rowIds: readonly (string | number)[];
}) {
  const { t } = useWords();
  const chosen = rowIds.filter((id) => ids.has(id)).length;
  return (
    <Table.Th role="columnheader" scope="col" className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={t('table.selectAll')}
        checked={chosen > 0 && chosen === rowIds.length}
        indeterminate={chosen > 0 && chosen < rowIds.length}
        onChange={({ currentTarget }) => change(new Set(currentTarget.checked ? rowIds : []))}
      />
    </Table.Th>
  );
}

export function SelectRow<Row>({
  selection: { ids, change, nameOf },
  row,
  id,
}: {
  selection: Selection<Row>;
  row: Row;
  id: string | number;
}) {
  const { t } = useWords();
  const others = [...ids].filter((other) => other !== id);
  return (
    <Table.Td role="cell" className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={t('table.select', { name: nameOf(row) })}
        checked={ids.has(id)}
        onChange={({ currentTarget }) => change(new Set(currentTarget.checked ? [...others, id] : others))}
      />
    </Table.Td>
  );
}
