import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Where there is nothing: says so, and what to do next. */
export function EmptyState({
  icon: Shown = IconInbox,
  title,
  text,
  isPage = false,
  children,
}: {
  icon?: Icon;
  title: string;
  text: string;
  /** It is all that the page has: its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py={48} px="md">
      <ThemeIcon size={44} radius="xl" variant="light" color="gray">
        <Shown size={22} stroke={1.6} />
      </ThemeIcon>
      <Title order={isPage ? 1 : 3}>{title}</Title>
      <Text c="dimmed" ta="center" maw={440}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
