import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { createOptionsChanger, type Options } from '../api/options.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** Where links in mail lead. */
export function AddressForm({ options, onDone }: { options: Options; onDone: () => void }) {
  const { t } = useWords();
  const [change] = useState(() => createOptionsChanger(options));
  return (
    <MutationForm
      defaults={{ server_address: options.server_address }}
      validate={{
        server_address: (address) =>
          address === '' || /^https?:\/\/\S+$/.test(address) ? null : t('settings.notAddress'),
      }}
      mutate={change}
      onDone={onDone}
      submit={t('settings.save')}
    >
      {(form) => (
        <TextInput
          label={t('settings.serverAddress')}
          type="url"
          placeholder={window.location.origin}
          {...form.getInputProps('server_address')}
        />
      )}
    </MutationForm>
  );
}
