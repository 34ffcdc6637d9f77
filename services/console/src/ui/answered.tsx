import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';
import { ErrorState } from './error-state.tsx';

/** What `useQuery` gives. */
interface Query {
  data: unknown;
  error: Error | null;
  refetch: () => unknown;
  isFetching: boolean;
}

/** What a query answered, also where it failed since: that is told above it. In its place where there is no answer yet. */
export function Answered({
  query: { data, error, refetch, isFetching },
  pages,
  children,
}: {
  query: Query;
  /** Of which what is asked for is one. */
  pages?: { isFirst: boolean; goFirst(): void } | undefined;
  children: ReactNode;
}) {
  const { t } = useWords();
  if (error && data === undefined) return <ErrorState error={error} retry={refetch} pages={pages} />;
  return (
    <>
      {error && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle />}
          title={t('errors.notRefreshed')}
          m="md"
          role="alert"
        >
          <Group justify="space-between" gap="xs">
            <Text inherit>{describeError(error, t)}</Text>
            <Button size="xs" variant="default" loading={isFetching} onClick={() => refetch()}>
              {t('actions.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {children}
    </>
  );
}
