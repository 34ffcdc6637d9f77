import { Center, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { iconPath } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import { LanguageMenu } from './language-menu.tsx';
import { Panel } from './panel.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** What is around the pages of somebody who has not signed in. */
export function FrontPage({
  title,
  lead,
  footer,
  children,
}: {
  title: string;
  lead?: string;
  /** Below the panel: where else to go. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useWords();
  useDocumentTitle(`${title} · ${t('product')}`);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack gap="md" w="100%" maw={400}>
        <Panel p="xl">
          <Stack gap="lg">
            <Stack gap="sm" align="flex-start">
              <img src={iconPath} alt="" width={36} height={36} />
              <div>
                <Title order={1}>{title}</Title>
                {lead && (
                  <Text c="dimmed" mt={4}>
                    {lead}
                  </Text>
                )}
              </div>
            </Stack>
            {children}
          </Stack>
        </Panel>
        {footer && <Group justify="center">{footer}</Group>}
        <Group justify="center" gap={4}>
          <LanguageMenu />
          <ThemeMenu />
        </Group>
      </Stack>
    </Center>
  );
}
