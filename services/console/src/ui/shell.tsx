import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { isSignedOut } from '../api/api-error.ts';
import { statusQuery } from '../api/status.ts';
import { selfQuery } from '../api/user.ts';
import { paths, signInFrom } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import { AccountMenu } from './account-menu.tsx';
import { CurrentUser } from './current-user.ts';
import { ErrorState } from './error-state.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Navigation } from './navigation.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { PageLoader } from './page-loader.tsx';
import { type ClosePanel, type Loss, LossesOfPage, PanelsOfPage } from './panel-closing.ts';
import { ProviderRefusal } from './provider-refusal.tsx';
import classes from './shell.module.css';
import { ThemeMenu } from './theme-menu.tsx';
import { useAgreeOnUser } from './use-agree-on-user.ts';
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts';
import { useEndQuestions } from './use-end-questions.ts';
import { useFollowSetting } from './use-follow-setting.ts';
import { useForgetBefore } from './use-forget-before.ts';
import { useSignInBeside } from './use-sign-in-beside.tsx';
import { Wordmark } from './wordmark.tsx';

/** What is around every page of somebody who is signed in; leads whoever is not to sign-in. */
export function Shell() {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const content = useRef<HTMLElement>(null);
  const { data: user, error, refetch } = useQuery(selfQuery);
  // Before it has come, amounts would be shown in another currency than the site's.
  const site = useQuery(statusQuery);
  useFollowSetting(user?.setting);
  useForgetBefore(user?.id);
  useAgreeOnUser(user?.id);
  useEndQuestions(user?.id);
  const [losses] = useState(() => new Map<string, Loss>());
  const [panels] = useState(() => new Map<string, ClosePanel>());
  const isOut = isSignedOut(error);
  // With the page, what is being typed into it would be gone.
  const staysOut = isOut && user !== undefined && losses.size > 0;
  useSignInBeside(staysOut, refetch);
  useAskBeforeLeaving(losses, panels);

  /** Where the navigation lies over the page, it is gone then, with the link that had the focus. */
  function leaveNavigation(): void {
    if (isOpen) content.current?.focus();
    close();
  }

  if (isOut && !staysOut) return <Navigate to={signInFrom(pathname + search)} replace />;
  // What was known stays, with whatever is being typed into the page, while nobody can say it anew.
  if (error && !user) return <ErrorState error={error} retry={refetch} />;
  if (site.error && !site.data) return <ErrorState error={site.error} retry={site.refetch} />;
  if (!user || !site.data) return <PageLoader />;
  return (
    <CurrentUser key={user.id} value={user}>
      <LossesOfPage value={losses}>
        <a href="#content" className={classes.skip}>
          {t('skipToContent')}
        </a>
        <AppShell
          header={{ height: 52 }}
          navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
          padding={{ base: 'md', sm: 'xl' }}
          classNames={{ header: classes.header, navbar: classes.navbar, main: classes.main }}
        >
          <AppShell.Header>
            <Group h="100%" px="md" justify="space-between" wrap="nowrap">
              <Group gap="xs" wrap="nowrap">
                <Burger
                  opened={isOpen}
                  onClick={toggle}
                  hiddenFrom="sm"
                  size="sm"
                  aria-label={t(isOpen ? 'navigation.close' : 'navigation.open')}
                />
                <Wordmark to={paths.home} />
              </Group>
              <Group gap={4} wrap="nowrap">
                <LanguageMenu />
                <ThemeMenu />
                <AccountMenu />
              </Group>
            </Group>
          </AppShell.Header>
          <AppShell.Navbar aria-label={t('navigation.label')} mod={{ open: isOpen }}>
            <Navigation onGo={leaveNavigation} />
          </AppShell.Navbar>
          <AppShell.Main id="content" tabIndex={-1} ref={content}>
            <NoticeBanner />
            <ProviderRefusal />
            <Suspense fallback={<PageLoader />}>
              <PanelsOfPage value={panels}>
                <Outlet />
              </PanelsOfPage>
            </Suspense>
          </AppShell.Main>
        </AppShell>
        <ScrollRestoration />
      </LossesOfPage>
    </CurrentUser>
  );
}
