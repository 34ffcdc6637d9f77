import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { changeSetting } from '../api/account.ts';
import { type Setting, selfQuery, type Theme } from '../api/user.ts';
import { chooseLanguage, type Language } from '../words/languages.ts';
import { useWords } from '../words/use-words.ts';
import { CurrentUser } from './current-user.ts';
import { notifyError } from './notify.ts';

/** Changes the language and the theme: in this browser, and for whoever has signed in everywhere. */
export function useKeepSetting() {
  const { t } = useWords();
  const user = use(CurrentUser);
  const cache = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const { mutate } = useMutation({
    mutationFn: changeSetting,
    onSuccess: (setting) => cache.setQueryData(selfQuery.queryKey, (self) => self && { ...self, setting }),
    onError: (error) => notifyError(error, t),
  });
  const keep = (setting: Setting): void => {
    if (user) mutate(setting);
  };
  return {
    chooseLanguage(language: Language): void {
      void chooseLanguage(language);
      keep({ language });
    },
    chooseTheme(theme: Theme): void {
      setColorScheme(theme === 'system' ? 'auto' : theme);
      keep({ theme });
    },
  };
}
