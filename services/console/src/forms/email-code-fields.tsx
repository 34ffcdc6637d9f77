import { Button, Group, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sendEmailCode } from '../api/registration.ts';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';
import { useAccountRules } from './use-account-rules.ts';

/** An e-mail address, and the code that shows that it is one's own. */
export function EmailCodeFields({
  email,
  emailProps,
  codeProps,
  isOptional = false,
}: {
  /** As it is typed just now. */
  email: string;
  emailProps: GetInputPropsReturnType;
  codeProps: GetInputPropsReturnType;
  isOptional?: boolean;
}) {
  const { t, language } = useWords();
  const rules = useAccountRules();
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({ mutationFn: () => sendEmailCode(email.trim(), language) });

  function ask(): void {
    const found = rules.email(email.trim());
    setProblem(found);
    if (found === null) send.mutate();
  }

  return (
    <>
      <TextInput
        label={t(isOptional ? 'newAccount.emailOptional' : 'newAccount.email')}
        type="email"
        autoComplete="email"
        {...emailProps}
        {...(problem !== null && { error: problem })}
      />
      <div>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <TextInput
            label={t('newAccount.code')}
            autoComplete="one-time-code"
            style={{ flex: 1 }}
            {...codeProps}
          />
          <Button variant="default" loading={send.isPending} onClick={ask}>
            {t(send.isSuccess ? 'newAccount.sendAgain' : 'newAccount.sendCode')}
          </Button>
        </Group>
        <Text size="xs" mt={6} c={send.error ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {send.error ? describeError(send.error, t) : send.isSuccess ? t('newAccount.sent') : ''}
        </Text>
      </div>
    </>
  );
}
