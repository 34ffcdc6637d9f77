import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { DeleteSelfForm } from '../../forms/delete-self-form.tsx';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../words/use-words.ts';

/** Takes whoever is signed in out of use. */
export function DeleteSelf({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useWords();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, { open, close }] = useDisclosure();

  async function leave(): Promise<void> {
    await navigate(paths.signIn, { replace: true });
    cache.clear();
    notifyDone(t('account.deleted'));
  }

  return (
    <Section
      title={t('account.deleteTitle')}
      text={t('account.deleteLead')}
      actions={
        <Button color="red" variant="light" onClick={open}>
          {t('account.delete')}
        </Button>
      }
    >
      <Dialog isOpen={isAsked} title={t('account.deleteTitle')} onClose={close}>
        <DeleteSelfForm hasPassword={hasPassword} onDone={leave} />
      </Dialog>
    </Section>
  );
}
