import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { confirmUrl } from '../api/bindings.ts';
import { statusQuery } from '../api/status.ts';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';

/** Leads whoever has nothing else to the providers that they sign in by, and back to where they are. */
export function ConfirmByProvider({ slugs }: { slugs: readonly string[] }) {
  const { t } = useWords();
  const { data: site } = useQuery(statusQuery);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (slug: string) => confirmUrl(slug, window.location.pathname + window.location.search),
    onSuccess: (url) => window.location.assign(url),
  });
  const known = site?.oauth_providers.filter(({ slug }) => slugs.includes(slug)) ?? [];
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('stepUp.byProvider')}</Text>
      {error && (
        <Alert color="red" role="alert">
          {describeError(error, t)}
        </Alert>
      )}
      {known.map(({ slug, name }) => (
        <Button key={slug} variant="default" loading={isPending} onClick={() => mutate(slug)}>
          {t('signIn.with', { name })}
        </Button>
      ))}
    </Stack>
  );
}
