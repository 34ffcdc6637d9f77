import { Stack, Text, ThemeIcon } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Where there is nothing: says so, and what to do next. */
export function EmptyState({
  icon: Shown = IconInbox,
  title,
  text,
  children,
}: {
  icon?: Icon;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={48} px="md">
      <ThemeIcon size={44} radius="xl" variant="light" color="gray">
        <Shown size={22} stroke={1.6} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" ta="center" maw={440}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
