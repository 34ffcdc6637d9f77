import { Alert, Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';

/** Proves by a passkey who somebody is, and says why where that did not come about. */
export function PasskeyButton<Answer>({
  label,
  failed,
  prove,
  onProven,
}: {
  label: string;
  /** What is said where the browser gave no passkey: its own words are for developers. */
  failed: string;
  prove: () => Promise<Answer>;
  onProven: (answer: Answer) => void;
}) {
  const { t } = useWords();
  const { mutate, error, isPending } = useMutation({ mutationFn: prove, onSuccess: onProven });
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {error instanceof ApiError ? describeError(error, t) : failed}
        </Alert>
      )}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={17} stroke={1.6} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {label}
      </Button>
    </>
  );
}
