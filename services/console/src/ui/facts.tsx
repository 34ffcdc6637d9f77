import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  /** What there is none of is not shown. */
  value: ReactNode;
}

/** What is known of a thing, name by name. */
export function Facts({ title, facts }: { title?: string; facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== undefined && value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <section>
      {title && (
        <Title order={3} mb={6}>
          {title}
        </Title>
      )}
      <dl className={classes.facts}>
        {known.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="numeric">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
