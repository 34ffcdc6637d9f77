import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormat } from './format.ts';

/** The words of the chosen language, and how it writes numbers and times. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const format = useMemo(() => createFormat(language), [language]);
  return { t, format, language };
}
