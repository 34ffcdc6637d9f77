import type { ReactNode } from 'react';

/** What a column shows of a row. */
export interface Column<Row> {
  id: string;
  label: string;
  show(row: Row): ReactNode;
  /** What a row is called: it stands out. */
  isName?: true;
  /** Numbers stand at the right, with figures of one width. */
  isNumeric?: true;
  /**
   * Texts of any length: how much of the table's width they may have, in percent. A longer one is cut, and shown whole by the
   * pointer where it is plain text. All other columns are as wide as what they show.
   */
  share?: number;
  /** Lines may break: for what is no single word, number or time. */
  wraps?: true;
  /** Where the table is narrow, what matters less is left out. */
  isMinor?: true;
  /**
   * On a phone, and wherever there is no more room than that, a row is a card. There a column is a line with its label, or,
   * where it says on its own what it is, the half of a line or a whole one; what the details of a row have as well may be
   * left out.
   */
  inCard?: 'start' | 'end' | 'whole' | 'hidden';
}
