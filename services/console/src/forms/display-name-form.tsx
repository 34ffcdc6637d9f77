import { TextInput } from '@mantine/core';
import { changeDisplayName } from '../api/account.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

const longest = 64;

export function DisplayNameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const { t } = useWords();
  return (
    <MutationForm
      defaults={{ name }}
      validate={{ name: (typed) => (typed.trim() === '' ? t('forms.missing') : null) }}
      mutate={(values) => changeDisplayName(values.name.trim())}
      onDone={onDone}
      submit={t('account.saveName')}
    >
      {(form) => (
        <TextInput
          label={t('account.displayName')}
          autoComplete="name"
          maxLength={longest}
          {...form.getInputProps('name')}
        />
      )}
    </MutationForm>
  );
}
