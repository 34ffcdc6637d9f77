import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';

/** One subject of a page of settings. */
export function Section({
  title,
  text,
  actions,
  children,
}: {
  title: string;
  text?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Panel p="lg" maw={760}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm" align="flex-start">
          <div style={{ flex: '1 1 16rem' }}>
            <Title order={2}>{title}</Title>
            {text && <Text c="dimmed">{text}</Text>}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Panel>
  );
}
