import { useModals } from '@mantine/modals';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useWords } from '../words/use-words.ts';
import { useConfirm } from './use-confirm.tsx';

/** What would be gone with a panel: what was typed into it, or what it alone shows, once. */
export type Loss = 'typed' | 'shown';

/** A panel, to what stands in it. */
interface OpenPanel {
  losses: Map<string, Loss>;
  /** Something is open above it; gives what is to be called when that is gone. */
  cover(): () => void;
}

export const EnclosingPanel = createContext<OpenPanel | undefined>(undefined);

/** What would be gone with the page, the panels over it included. */
export const LossesOfPage = createContext<Map<string, Loss> | undefined>(undefined);

/** Closes a panel, after a question where something would be lost. */
export type ClosePanel = () => void;

/** What is open over the page, the uppermost last. */
export const PanelsOfPage = createContext<Map<string, ClosePanel> | undefined>(undefined);

/**
 * Says that something would be lost with the panel or the page around this. What it gives says at once that nothing is any more,
 * for whoever leads elsewhere before the next drawing.
 */
export function useLoss(loss: Loss | undefined): () => void {
  const id = useId();
  const ofPanel = use(EnclosingPanel)?.losses;
  const ofPage = use(LossesOfPage);
  const forget = useCallback(() => {
    ofPanel?.delete(id);
    ofPage?.delete(id);
  }, [id, ofPanel, ofPage]);
  useEffect(() => {
    if (!loss) return;
    ofPanel?.set(id, loss);
    ofPage?.set(id, loss);
    return forget;
  }, [id, loss, ofPanel, ofPage, forget]);
  return forget;
}

/**
 * How a panel is closed: after a question where something would be lost, and by Escape only where nothing is open above it,
 * which that key is for then.
 */
export function usePanelClosing(isOpen: boolean, onClose: () => void) {
  const { t } = useWords();
  const confirm = useConfirm();
  const isAsking = useModals().modals.length > 0;
  const below = use(EnclosingPanel);
  const [covers, setCovers] = useState(0);
  const cover = useCallback(() => {
    setCovers((count) => count + 1);
    // The key that closed what was above is still on its way to the panel.
    return () => void setTimeout(() => setCovers((count) => count - 1));
  }, []);
  const panel = useMemo((): OpenPanel => ({ losses: new Map(), cover }), [cover]);
  useEffect(() => (isAsking ? cover() : undefined), [isAsking, cover]);
  useEffect(() => (isOpen ? below?.cover() : undefined), [isOpen, below]);

  function close(): void {
    const [loss] = panel.losses.values();
    if (!loss) onClose();
    else
      confirm({
        title: t(`closing.${loss}.title`),
        text: t(`closing.${loss}.text`),
        confirm: t('closing.confirm'),
        run: onClose,
      });
  }

  const id = useId();
  const ofPage = use(PanelsOfPage);
  const closeNow = useEffectEvent(close);
  // Before it is seen: whoever goes back then closes it, and does not leave the page.
  useLayoutEffect(() => {
    if (!isOpen) return;
    ofPage?.set(id, () => closeNow());
    return () => void ofPage?.delete(id);
  }, [isOpen, id, ofPage]);

  return { panel, closing: { onClose: close, closeOnEscape: covers === 0 } };
}
