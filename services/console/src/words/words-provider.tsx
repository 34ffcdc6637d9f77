import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { statusQuery } from '../api/status.ts';
import { createFormat } from './format.ts';
import { quotaDisplayOf } from './quota-display.ts';
import { WordingContext } from './use-words.ts';

/**
 * Makes the wording once for the whole console: a browser takes as long for the dozen formatters behind it as for some
 * whole pages, and each cell of a table asks for them.
 */
export function WordsProvider({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const { data: display } = useQuery({ ...statusQuery, select: quotaDisplayOf });
  const format = useMemo(() => createFormat(language, display), [language, display]);
  const wording = useMemo(() => ({ t, format, language }), [t, format, language]);
  return <WordingContext value={wording}>{children}</WordingContext>;
}
