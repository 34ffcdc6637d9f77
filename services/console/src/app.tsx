import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './routes.tsx';
import { keepColorScheme, resolveVariables, theme } from './ui/theme.ts';
import { WordsProvider } from './words/words-provider.tsx';

/** The whole console, around one router. */
export function App({ cache, words, nonce }: { cache: QueryClient; words: i18n; nonce: string }) {
  const [router] = useState(createRouter);
  return (
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={cache}>
        <WordsProvider>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={resolveVariables}
            defaultColorScheme="auto"
            colorSchemeManager={keepColorScheme}
            getStyleNonce={() => nonce}
          >
            <ModalsProvider>
              <Notifications position="bottom-right" />
              <RouterProvider router={router} />
            </ModalsProvider>
          </MantineProvider>
        </WordsProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
