import { TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** Does something that a code of an authenticator app is needed for. */
export function FactorCodeForm<Result>({
  hint,
  submit,
  run,
  onDone,
}: {
  hint: string;
  submit: string;
  run: (code: string) => Promise<Result>;
  onDone: (result: Result) => void;
}) {
  const { t } = useWords();
  return (
    <MutationForm
      defaults={{ code: '' }}
      validate={{ code: isNotEmpty(t('forms.missing')) }}
      mutate={({ code }) => run(code.trim())}
      onDone={onDone}
      submit={submit}
    >
      {(form) => (
        <TextInput
          label={t('security.code')}
          description={hint}
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps('code')}
        />
      )}
    </MutationForm>
  );
}
