import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

/** One number, what it is of, and how it compares. */
export function StatCard({
  label,
  value,
  note,
}: {
  label: string;
  /** Undefined until it is known. */
  value: string | undefined;
  /** Keeps its line while it is empty. */
  note?: ReactNode;
}) {
  return (
    <Panel p="md">
      <Text size="xs" c="dimmed" fw={550}>
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton height={28} width={96} my={6} />
      ) : (
        <Text className="numeric" fz={26} fw={600} lh={1.5} lts="-0.02em" truncate>
          {value}
        </Text>
      )}
      {note !== undefined && (
        <Text size="xs" c="dimmed" className="numeric" component="div" mih="1.5em">
          {note}
        </Text>
      )}
    </Panel>
  );
}
