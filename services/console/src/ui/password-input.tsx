import { PasswordInput as Input, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../words/use-words.ts';

/** A password, which can be looked at while it is typed, also by keyboard. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useWords();
  return (
    <Input
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('forms.showPassword') }}
      {...props}
    />
  );
}
