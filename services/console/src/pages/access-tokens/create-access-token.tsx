import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accessTokensQuery, createAccessToken } from '../../api/access-tokens.ts';
import { NameForm } from '../../forms/name-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { useStepUp } from '../../ui/use-step-up.tsx';
import { useWords } from '../../words/use-words.ts';

/** Makes a token and shows it, once, with how to use it. */
export function CreateAccessToken() {
  const { t } = useWords();
  const cache = useQueryClient();
  const stepUp = useStepUp();
  const [isOpen, { open, close }] = useDisclosure();
  const [token, setToken] = useState<string>();

  function begin(): void {
    setToken(undefined);
    open();
  }

  function show({ token: made }: { token: string }): void {
    setToken(made);
    void cache.invalidateQueries({ queryKey: accessTokensQuery.queryKey });
  }

  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={15} />} onClick={begin}>
        {t('accessTokens.create')}
      </Button>
      <Dialog isOpen={isOpen} title={t('accessTokens.create')} onClose={close}>
        {token === undefined ? (
          <NameForm
            hint={t('accessTokens.nameHint')}
            submit={t('accessTokens.create')}
            run={(name) => stepUp(() => createAccessToken(name))}
            onDone={(made) => made && show(made)}
          />
        ) : (
          <Stack gap="md">
            <Alert color="yellow" icon={<IconAlertTriangle />}>
              {t('accessTokens.once')}
            </Alert>
            <SecretText value={token} isOnce />
            <Text>{t('accessTokens.use')}</Text>
            <SecretText value={commandWith(token)} />
            <Button onClick={close}>{t('accessTokens.kept')}</Button>
          </Stack>
        )}
      </Dialog>
    </>
  );
}

function commandWith(token: string): string {
  return `curl ${window.location.origin}/api/user/self \\\n  -H "Authorization: Bearer ${token}"`;
}
