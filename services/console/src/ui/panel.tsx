import { Paper, type PaperProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** A surface on the ground of the page. */
export function Panel({ children, ...props }: PaperProps & { children: ReactNode }) {
  return (
    <Paper withBorder radius="lg" className={classes.panel} {...props}>
      {children}
    </Paper>
  );
}
