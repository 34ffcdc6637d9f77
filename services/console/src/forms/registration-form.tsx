import { Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createOptionsChanger, type Options } from '../api/options.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** Whether, how and with what people come here by themselves. */
export function RegistrationForm({ options, onDone }: { options: Options; onDone: () => void }) {
  const { t } = useWords();
  const [change] = useState(() => createOptionsChanger(options));
  const { registration, email_verification, email_domains, new_user_quota_usd } = options;
  return (
    <MutationForm
      defaults={{ registration, email_verification, email_domains, new_user_quota_usd }}
      validate={{
        new_user_quota_usd: (amount) => (/^\d+(\.\d+)?$/.test(amount) ? null : t('settings.notAmount')),
      }}
      mutate={change}
      onDone={onDone}
      submit={t('settings.save')}
    >
      {(form) => (
        <>
          <Switch
            label={t('settings.open')}
            description={t('settings.openHint')}
            {...form.getInputProps('registration', { type: 'checkbox' })}
          />
          <Switch
            label={t('settings.verified')}
            description={t('settings.verifiedHint')}
            {...form.getInputProps('email_verification', { type: 'checkbox' })}
          />
          <TagsInput
            label={t('settings.domains')}
            description={t('settings.domainsHint')}
            placeholder={form.values.email_domains.length === 0 ? 'example.com' : ''}
            {...form.getInputProps('email_domains')}
          />
          <TextInput
            label={t('settings.quota')}
            description={t('settings.quotaHint')}
            leftSection="$"
            inputMode="decimal"
            {...form.getInputProps('new_user_quota_usd')}
          />
        </>
      )}
    </MutationForm>
  );
}
