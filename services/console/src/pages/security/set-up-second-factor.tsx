import { Button, Center, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { enableSecondFactor, setUpSecondFactor } from '../../api/second-factor.ts';
import { FactorCodeForm } from '../../forms/factor-code-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyError } from '../../ui/notify.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { useStepUp } from '../../ui/use-step-up.tsx';
import { useWords } from '../../words/use-words.ts';

/** Gives an app its secret, and asks for a first code of it. The backup codes hold from then on. */
export function SetUpSecondFactor({
  onEnabled,
  onCodes,
}: {
  onEnabled: () => unknown;
  onCodes: (codes: string[]) => void;
}) {
  const { t } = useWords();
  const stepUp = useStepUp();
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: () => stepUp(setUpSecondFactor),
    onError: (error) => notifyError(error, t),
  });

  function enabled(): void {
    if (data) onCodes(data.backup_codes);
    reset();
    onEnabled();
  }

  return (
    <>
      <Button loading={isPending} onClick={() => mutate()}>
        {t('security.setUp')}
      </Button>
      <Dialog isOpen={data !== undefined} title={t('security.setUpTitle')} onClose={reset}>
        {data && (
          <Stack gap="md">
            <Text>{t('security.scan')}</Text>
            <Center>
              <QrCode text={data.qr_code_data} label={t('security.qrCode')} />
            </Center>
            <Text c="dimmed">{t('security.typeSecret')}</Text>
            <SecretText value={data.secret} />
            <FactorCodeForm
              hint={t('security.firstCodeHint')}
              submit={t('security.turnOn')}
              run={enableSecondFactor}
              onDone={enabled}
            />
          </Stack>
        )}
      </Dialog>
    </>
  );
}
