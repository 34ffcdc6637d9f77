import { Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeQuota, type ManagedUser, usersKey } from '../api/users.ts';
import { notifyDone } from '../ui/notify.ts';
import { useWords } from '../words/use-words.ts';
import { createChangeSender } from './change-sender.ts';
import { isUsdText } from './decimal-text.ts';
import { MutationForm } from './mutation-form.tsx';

/** Gives a user quota, or takes some. Sent again after an answer was lost, it is made once. */
export function QuotaForm({ user, onDone }: { user: ManagedUser; onDone: () => void }) {
  const { t, format } = useWords();
  const cache = useQueryClient();
  const [send] = useState(createChangeSender);
  const validate = ({ usd, reason }: { usd: string; reason: string }): FormErrors => ({
    usd: isUsdText(usd) ? null : t('users.notUsd'),
    reason: reason.trim() === '' ? t('forms.missing') : null,
  });

  function finish(): void {
    notifyDone(t('users.quotaChanged', { name: user.username }));
    void cache.invalidateQueries({ queryKey: usersKey });
    onDone();
  }

  return (
    <MutationForm
      defaults={{ usd: '', reason: '' }}
      validate={validate}
      mutate={({ usd, reason }) =>
        send((id) => changeQuota(user.id, { id, usd: usd.trim(), reason: reason.trim() }))
      }
      onDone={finish}
      submit={t('users.changeQuota')}
    >
      {(form) => (
        <>
          <Text c="dimmed">{t('users.quotaLeft', { amount: format.quota(user.remain_quota) })}</Text>
          <TextInput
            label={t('users.amount')}
            description={t('users.amountHint')}
            required
            inputMode="decimal"
            leftSection="$"
            data-autofocus
            {...form.getInputProps('usd')}
          />
          <TextInput
            label={t('users.reason')}
            description={t('users.reasonHint')}
            required
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </MutationForm>
  );
}
