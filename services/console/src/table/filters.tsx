import type { ReactNode } from 'react';
import classes from './filters.module.css';

/** What stands above a table, to say which rows it shows. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className={classes.filters}>
      {children}
    </search>
  );
}
