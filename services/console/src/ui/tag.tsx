import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** What a state means to people. */
export type Tone = 'good' | 'bad' | 'warning' | 'info' | 'other' | 'neutral';

/** A state in a word and a colour. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
