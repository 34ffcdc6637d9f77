import type { Key } from '../../api/keys.ts';
import { KeyForm } from '../../forms/key-form.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { KeyText } from './key-text.tsx';

/** What stands beside the list: a key's form, or its whole text. */
export type KeyPanelState =
  | { shows: 'form'; known?: Key }
  | { shows: 'text'; text: string; models: readonly string[]; isNew: boolean };

export function KeyPanel({
  state,
  change,
}: {
  state: KeyPanelState | undefined;
  change: (state: KeyPanelState | undefined) => void;
}) {
  const { t } = useWords();
  const close = (): void => change(undefined);
  return (
    <SidePanel isOpen={state !== undefined} title={t(titleOf(state))} onClose={close}>
      {state?.shows === 'text' && <KeyText {...state} onDone={close} />}
      {state?.shows === 'form' && (
        <KeyForm
          known={state.known}
          onDone={(text) => {
            if (text !== undefined) return change({ shows: 'text', text, models: [], isNew: true });
            notifyDone(t('keys.changed'));
            close();
          }}
        />
      )}
    </SidePanel>
  );
}

function titleOf(state: KeyPanelState | undefined) {
  if (state?.shows === 'text') return state.isNew ? 'keys.createdTitle' : 'keys.key';
  return state?.known ? 'keys.change' : 'keys.create';
}
