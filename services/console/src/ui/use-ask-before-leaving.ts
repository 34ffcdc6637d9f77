import { useModals } from '@mantine/modals';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import type { ClosePanel, Loss } from './panel-closing.ts';
import { useConfirm } from './use-confirm.tsx';

/**
 * Has Back close what is open over the page, as Escape does, and asks before another page, a reload or the end of the tab takes
 * what is only on this one. Sign-in comes unasked, and leads back. `panels` are those that are open, the uppermost last.
 */
export function useAskBeforeLeaving(
  losses: ReadonlyMap<string, Loss>,
  panels: ReadonlyMap<string, ClosePanel>,
): void {
  const { t } = useWords();
  const confirm = useConfirm();
  const { modals, closeModal } = useModals();
  const question = modals.at(-1);
  const isBack = useRef(false);
  // A router has one blocker: of what it holds back, some closes and some is asked about.
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next, historyAction }) => {
    isBack.current = historyAction === 'POP';
    if (isBack.current && uppermost()) return true;
    return losses.size > 0 && next.pathname !== here.pathname && next.pathname !== paths.signIn;
  });
  /** Closes what Escape would close; undefined where that is nothing. */
  function uppermost(): ClosePanel | undefined {
    if (!question) return [...panels.values()].at(-1);
    return question.props.closeOnEscape === false ? undefined : () => closeModal(question.id, true);
  }
  const answer = useEffectEvent(() => {
    const closeUppermost = isBack.current ? uppermost() : undefined;
    if (closeUppermost) {
      blocker.reset?.();
      return closeUppermost();
    }
    const [loss = 'typed'] = losses.values();
    confirm({
      title: t(`leaving.${loss}`),
      text: t(`closing.${loss}.text`),
      confirm: t('leaving.confirm'),
      run: () => blocker.proceed?.(),
      cancel: () => blocker.reset?.(),
    });
  });
  // One that is held back while the question about another is open has a location of its own.
  const heldBack = blocker.state === 'blocked' ? blocker.location : undefined;
  useEffect(() => {
    if (heldBack) answer();
  }, [heldBack]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (losses.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [losses]);
}
