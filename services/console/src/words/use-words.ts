import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { statusQuery } from '../api/status.ts';
import { createFormat } from './format.ts';
import { quotaDisplayOf } from './quota-display.ts';

/** The words of the chosen language, and how it writes numbers and times, and amounts in the site's money. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const { data: display } = useQuery({ ...statusQuery, select: quotaDisplayOf });
  const format = useMemo(() => createFormat(language, display), [language, display]);
  return { t, format, language };
}
