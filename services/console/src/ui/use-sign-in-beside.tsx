import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect } from 'react';
import { basePath, paths } from '../paths.ts';
import { useWords } from '../words/use-words.ts';

/** While somebody's session is over, has them sign in in another window, so that this page stays as it is. */
export function useSignInBeside(isOver: boolean, lookAgain: () => unknown): void {
  const { t } = useWords();
  useEffect(() => {
    if (!isOver) return;
    const id = modals.open({
      title: t('signedOut.title'),
      centered: true,
      withCloseButton: false,
      closeOnEscape: false,
      closeOnClickOutside: false,
      children: <SignInBeside lookAgain={lookAgain} />,
    });
    return () => modals.close(id);
  }, [isOver, lookAgain, t]);
}

function SignInBeside({ lookAgain }: { lookAgain: () => unknown }) {
  const { t } = useWords();
  return (
    <Stack>
      <Text>{t('signedOut.text')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => lookAgain()}>
          {t('signedOut.done')}
        </Button>
        <Button component="a" href={`${basePath}${paths.signIn}`} target="_blank" data-autofocus>
          {t('signedOut.signIn')}
        </Button>
      </Group>
    </Stack>
  );
}
