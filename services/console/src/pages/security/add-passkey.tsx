import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { beginPasskey, finishPasskey } from '../../api/passkeys.ts';
import { NameForm } from '../../forms/name-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyDone, notifyError } from '../../ui/notify.ts';
import { useStepUp } from '../../ui/use-step-up.tsx';
import { useWords } from '../../words/use-words.ts';

/** Asks who it is where that is needed, then for a name, and then the browser for a passkey. */
export function AddPasskey() {
  const { t } = useWords();
  const cache = useQueryClient();
  const stepUp = useStepUp();
  const [isNamed, { open, close }] = useDisclosure();
  const [options, setOptions] = useState<PublicKeyCredentialCreationOptionsJSON>();
  const begin = useMutation({
    mutationFn: () => stepUp(beginPasskey),
    onSuccess(begun) {
      if (!begun) return;
      setOptions(begun);
      open();
    },
    onError: (error) => notifyError(error, t),
  });

  /** What was begun is good for one attempt. */
  async function make(name: string): Promise<void> {
    const begun = options ?? (await beginPasskey());
    setOptions(undefined);
    try {
      await finishPasskey(begun, name);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError(
        'refused',
        t(isMadeBefore(error) ? 'security.passkeyKnown' : 'security.passkeyFailed'),
      );
    }
  }

  function made(): void {
    close();
    notifyDone(t('security.passkeyAdded'));
    void cache.invalidateQueries({ queryKey: ['user'] });
  }

  return (
    <>
      <Button loading={begin.isPending} onClick={() => begin.mutate()}>
        {t('security.addPasskey')}
      </Button>
      <Dialog isOpen={isNamed} title={t('security.addPasskey')} onClose={close}>
        <NameForm
          hint={t('security.passkeyNameHint')}
          submit={t('security.makePasskey')}
          run={make}
          onDone={made}
        />
      </Dialog>
    </>
  );
}

/** A device that has one of the user's passkeys makes no other: browsers say it by this name. */
function isMadeBefore(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}
