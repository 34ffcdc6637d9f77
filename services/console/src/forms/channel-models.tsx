import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCloudDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchModels, fetchUnsavedModels } from '../api/channel-inquiries.ts';
import type { Channel } from '../api/channels.ts';
import { useOptionsFilter } from '../ui/use-options-filter.ts';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';
import { type ChannelValues, keepUpstreams } from './channel-values.ts';
import { PairsInput } from './pairs-input.tsx';

/** What a channel serves. The upstream can be asked what it has: a known channel's with its keys, else with the first one typed. */
export function ChannelModels({
  form,
  channel,
}: {
  form: UseFormReturnType<ChannelValues>;
  channel: Channel | undefined;
}) {
  const { t } = useWords();
  const filter = useOptionsFilter();
  const { models, upstreams, provider, base_url, key, vendor, api_version } = form.values;
  const asked = { provider, base_url: base_url.trim(), key: key.trim(), vendor, api_version };
  const fetched = useMutation({
    mutationFn: () => (channel && asked.key === '' ? fetchModels(channel.id) : fetchUnsavedModels(asked)),
  });
  const more = (fetched.data ?? []).filter((name) => !models.includes(name));
  return (
    <Stack gap="xs">
      <TagsInput
        label={t('channels.models')}
        description={t('channels.modelsHint')}
        data={fetched.data ?? []}
        filter={filter}
        maxDropdownHeight={260}
        clearable
        clearButtonProps={{ 'aria-label': t('channels.clearModels') }}
        splitChars={[',', ' ', '\n']}
        isDuplicate={(name, names) => names.includes(name)}
        {...form.getInputProps('models')}
        onChange={(left) => form.setValues({ models: left, upstreams: keepUpstreams(form.values, left) })}
      />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCloudDownload size={15} stroke={1.6} />}
          loading={fetched.isPending}
          disabled={!channel && (asked.base_url === '' || asked.key === '')}
          onClick={() => fetched.mutate()}
        >
          {t('channels.fetchModels')}
        </Button>
        {more.length > 0 && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => form.setFieldValue('models', [...models, ...more])}
          >
            {t('channels.addFetched', { count: more.length })}
          </Button>
        )}
      </Group>
      <Text size="sm" c={fetched.error ? 'var(--mantine-color-error)' : 'dimmed'} aria-live="polite">
        {fetched.error
          ? describeError(fetched.error, t)
          : fetched.data && t('channels.fetched', { count: fetched.data.length })}
      </Text>
      <PairsInput
        label={t('channels.upstreams')}
        description={t('channels.upstreamsHint')}
        nameLabel={t('channels.model')}
        valueLabel={t('channels.upstream')}
        path="upstreams"
        value={upstreams}
        onChange={(pairs) => form.setFieldValue('upstreams', pairs)}
        error={form.errors.upstreams}
      />
    </Stack>
  );
}
