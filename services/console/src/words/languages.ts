import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { zh } from './zh.ts';

/** The languages by their own names. */
export const languages = { en: 'English', zh: '简体中文' } as const;
export type Language = keyof typeof languages;

const keptAs = 'headgate-language';

/** Makes the words ready, in the language that was chosen before, or else in the browser's. */
export async function startLanguages(): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: firstLanguage(localStorage.getItem(keptAs), navigator.languages),
    fallbackLng: 'en',
    defaultNS: 'words',
    resources: { en: { words: en }, zh: { words: zh } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
  return i18next;
}

/** Changes the language, for the next visits as well. */
export async function chooseLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  localStorage.setItem(keptAs, language);
  document.documentElement.lang = language;
}

/** The first that there are words for: what was kept, then what the browser prefers. */
export function firstLanguage(kept: string | null, preferred: readonly string[]): Language {
  const found = [kept ?? '', ...preferred]
    .map((tag) => tag.split('-')[0] ?? '')
    .find((tag): tag is Language => tag in languages);
  return found ?? 'en';
}
