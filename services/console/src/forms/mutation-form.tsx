import { Alert, Button, Stack } from '@mantine/core';
import { type FormErrors, type FormRulesRecord, type UseFormReturnType, useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLoss } from '../ui/panel-closing.ts';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';
import classes from './mutation-form.module.css';

/**
 * A form: its defaults, what is done with its values, and its fields. It shows what was refused beside the button, leads to the
 * first field that is wrong, and cannot be sent twice at the same time.
 */
export function MutationForm<Values extends Record<string, unknown>, Result>({
  defaults,
  validate,
  mutate,
  onDone,
  onInvalid,
  submit,
  children,
}: {
  defaults: Values;
  validate?: FormRulesRecord<Values, Values> | ((values: Values) => FormErrors);
  mutate: (values: Values) => Promise<Result>;
  onDone: (result: Result) => void;
  /** Before the first field that is wrong is led to: where it may be hidden, it is to be shown. */
  onInvalid?: (errors: FormErrors) => void;
  /** What the button says. */
  submit: string;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}) {
  const { t } = useWords();
  const form = useForm<Values>({ initialValues: defaults, validate });
  const forgetLoss = useLoss(form.isDirty() ? 'typed' : undefined);
  const mutation = useMutation({
    mutationFn: mutate,
    onSuccess(result, values) {
      forgetLoss();
      form.resetDirty(values);
      onDone(result);
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => mutation.mutate(values),
        (errors) => {
          flushSync(() => onInvalid?.(errors));
          form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
        },
      )}
      noValidate
    >
      <Stack gap="md">
        {children(form)}
        {mutation.error && (
          <Alert color="red" icon={<IconAlertCircle />} role="alert">
            {describeError(mutation.error, t)}
          </Alert>
        )}
        <Button type="submit" loading={mutation.isPending} className={classes.submit}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
