import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import type { Setting } from '../api/user.ts';
import { chooseLanguage } from '../words/languages.ts';

/** Has the language and the theme that somebody chose wherever they were before. */
export function useFollowSetting({ language, theme }: Setting = {}): void {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (language) void chooseLanguage(language);
  }, [language]);
  useEffect(() => {
    if (theme) setColorScheme(theme === 'system' ? 'auto' : theme);
  }, [theme, setColorScheme]);
}
