import { TextInput } from '@mantine/core';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

const longest = 50;

/** Makes something that needs a name alone. */
export function NameForm<Result>({
  hint,
  submit,
  run,
  onDone,
}: {
  hint: string;
  submit: string;
  run: (name: string) => Promise<Result>;
  onDone: (result: Result) => void;
}) {
  const { t } = useWords();
  return (
    <MutationForm
      defaults={{ name: '' }}
      validate={{ name: (name) => (name.trim() === '' ? t('forms.missing') : null) }}
      mutate={({ name }) => run(name.trim())}
      onDone={onDone}
      submit={submit}
    >
      {(form) => (
        <TextInput
          label={t('forms.name')}
          description={hint}
          maxLength={longest}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </MutationForm>
  );
}
