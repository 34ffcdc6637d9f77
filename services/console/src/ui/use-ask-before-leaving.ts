import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import type { Loss } from './panel-closing.ts';
import { useConfirm } from './use-confirm.tsx';

/** Asks before another page, a reload or the end of the tab takes what is only on this one. Sign-in comes unasked, and leads back. */
export function useAskBeforeLeaving(losses: ReadonlyMap<string, Loss>): void {
  const { t } = useWords();
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      losses.size > 0 && next.pathname !== here.pathname && next.pathname !== paths.signIn,
  );
  const isBlocked = blocker.state === 'blocked';
  const ask = useEffectEvent(() => {
    const [loss = 'typed'] = losses.values();
    confirm({
      title: t(`leaving.${loss}`),
      text: t(`closing.${loss}.text`),
      confirm: t('leaving.confirm'),
      run: () => blocker.proceed?.(),
      cancel: () => blocker.reset?.(),
    });
  });
  useEffect(() => {
    if (isBlocked) ask();
  }, [isBlocked]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (losses.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [losses]);
}
