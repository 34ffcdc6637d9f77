import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';

/** A page: its title, what it is for, its actions, and below them its content. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useWords();
  useDocumentTitle(`${title} · ${t('product')}`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="md">
        <div>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" mt={2}>
            {lead}
          </Text>
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
