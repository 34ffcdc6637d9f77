import { Alert, Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { disableSecondFactor, renewBackupCodes, secondFactorQuery } from '../../api/second-factor.ts';
import { FactorCodeForm } from '../../forms/factor-code-form.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/section.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { BackupCodes } from './backup-codes.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** Codes of an authenticator app, beside the password. */
export function SecondFactor() {
  const { t } = useWords();
  const cache = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const { data: factor } = query;
  const [asked, setAsked] = useState<'disable' | 'renew'>();
  const [codes, setCodes] = useState<string[]>();
  const close = (): void => setAsked(undefined);
  const askAgain = () => cache.invalidateQueries({ queryKey: ['user'] });

  function turnedOff(): void {
    close();
    notifyDone(t('security.turnedOff'));
    void askAgain();
  }

  function renewed({ backup_codes: given }: { backup_codes: string[] }): void {
    close();
    setCodes(given);
    void askAgain();
  }

  return (
    <Section
      title={t('security.factor')}
      text={t('security.factorText')}
      actions={factor && !factor.enabled && <SetUpSecondFactor onEnabled={askAgain} onCodes={setCodes} />}
    >
      <Answered query={query}>
        {factor?.locked && <Alert color="orange">{t('security.locked')}</Alert>}
        {factor?.enabled && (
          <Group justify="space-between">
            <Group gap="xs">
              <Tag tone="good">{t('security.on')}</Tag>
              {t('security.codesLeft', { count: factor.backup_codes_remaining })}
            </Group>
            <Group gap="xs">
              <Button variant="default" onClick={() => setAsked('renew')}>
                {t('security.renew')}
              </Button>
              <Button variant="light" color="red" onClick={() => setAsked('disable')}>
                {t('security.turnOff')}
              </Button>
            </Group>
          </Group>
        )}
      </Answered>
      <Dialog isOpen={asked === 'disable'} title={t('security.turnOffTitle')} onClose={close}>
        <FactorCodeForm
          hint={t('security.codeHint')}
          submit={t('security.turnOff')}
          run={disableSecondFactor}
          onDone={turnedOff}
        />
      </Dialog>
      <Dialog isOpen={asked === 'renew'} title={t('security.renew')} onClose={close}>
        <FactorCodeForm
          hint={t('security.renewHint')}
          submit={t('security.renew')}
          run={renewBackupCodes}
          onDone={renewed}
        />
      </Dialog>
      <BackupCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Section>
  );
}
