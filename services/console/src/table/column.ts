import type { ReactNode } from 'react';

/** What a column shows of a row. */
export interface Column<Row> {
  id: string;
  label: string;
  show(row: Row): ReactNode;
  /** Numbers stand at the right, with figures of one width. */
  isNumeric?: true;
  /** Where the table is narrow but no phone, what matters less is left out. */
  isMinor?: true;
}
