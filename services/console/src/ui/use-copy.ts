import { useEffect, useState } from 'react';
import { useWords } from '../words/use-words.ts';
import { copyText } from './copy-text.ts';
import { notifyFailure } from './notify.ts';

/** For how long a button says that it has copied. */
const shownMs = 1_500;

/** Copies a text, and says how that went. */
export function useCopy(text: string) {
  const { t } = useWords();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    if (!isDone) notifyFailure(t('errors.notCopied'), t);
  }
  return { isCopied, copy };
}
