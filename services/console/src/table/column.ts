import type { ReactNode } from 'react';

/** What a column shows of a row. */
export interface Column<Row> {
  id: string;
  label: string;
  show(row: Row): ReactNode;
  /** Numbers stand at the right, with figures of one width. */
  isNumeric?: true;
  /** Where the table is narrow, what matters less is left out. */
  isMinor?: true;
  /**
   * On a phone a row is a card. There a column is a line with its label, or, where it says on its own what it is, the half
   * of a line; what the details of a row have as well may be left out.
   */
  inCard?: 'start' | 'end' | 'hidden';
}
