import { useWords } from '../words/use-words.ts';

const shortest = 8;
const longest = 1024;
const longestName = 64;

/** What the API will say of a new username and a new password, said before they are sent. */
export function useAccountRules() {
  const { t } = useWords();
  return {
    username(name: string): string | null {
      if (name === '') return t('forms.missing');
      const isName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && name.length <= longestName;
      return isName ? null : t('newAccount.usernameHint');
    },
    password(password: string, username = ''): string | null {
      const fits = password.length >= shortest && password.length <= longest;
      if (!fits) return t('newAccount.passwordHint');
      return password.toLowerCase() === username.toLowerCase() ? t('newAccount.passwordIsName') : null;
    },
    email: (email: string): string | null =>
      /^[^@\s]+@[^@\s]+$/.test(email) ? null : t('newAccount.notEmail'),
  };
}
