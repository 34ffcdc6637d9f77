import { Button, Code, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../api/api-error.ts';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';

/** In the place of what could not be had. */
export function ErrorState({
  error,
  retry,
  pages,
}: {
  error: unknown;
  retry: () => unknown;
  /** Of which this is one: the link that led here may be broken. */
  pages?: { isFirst: boolean; goFirst(): void };
}) {
  const { t } = useWords();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Stack align="center" gap="sm" py={48} px="md" role="alert">
      <ThemeIcon size={44} radius="xl" variant="light" color="red">
        <IconAlertTriangle size={22} stroke={1.6} />
      </ThemeIcon>
      <Text fw={600}>{t('errors.title')}</Text>
      <Text c="dimmed" ta="center" maw={420}>
        {describeError(error, t)}
      </Text>
      {requestId && <Code>{t('errors.request', { id: requestId })}</Code>}
      <Group gap="xs" justify="center">
        <Button variant="default" onClick={() => retry()}>
          {t('actions.retry')}
        </Button>
        {pages?.isFirst === false && (
          <Button variant="default" onClick={pages.goFirst}>
            {t('table.first')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
