import { Center, Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { selfQuery, type User } from '../api/user.ts';
import { SignInForm } from '../forms/sign-in-form.tsx';
import { afterSignIn } from '../paths.ts';
import { LanguageMenu } from '../ui/language-menu.tsx';
import { Panel } from '../ui/panel.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';
import { useWords } from '../words/use-words.ts';

/** Signs in, and goes on to where somebody wanted to be. */
export function SignInPage() {
  const { t } = useWords();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  useDocumentTitle(`${t('signIn.title')} · ${t('product')}`);

  function enter(user: User): void {
    cache.setQueryData(selfQuery.queryKey, user);
    void navigate(afterSignIn(search), { replace: true });
  }

  return (
    <Center component="main" mih="100vh" p="md">
      <Stack gap="md" w="100%" maw={380}>
        <Panel p="xl">
          <Stack gap="lg">
            <Stack gap="sm" align="flex-start">
              <img src="/console/icon.svg" alt="" width={36} height={36} />
              <Title order={1}>{t('signIn.welcome')}</Title>
            </Stack>
            <SignInForm onSignedIn={enter} />
          </Stack>
        </Panel>
        <Group justify="center" gap={4}>
          <LanguageMenu />
          <ThemeMenu />
        </Group>
      </Stack>
    </Center>
  );
}
