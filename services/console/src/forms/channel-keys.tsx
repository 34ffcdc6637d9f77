import { Checkbox, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Channel } from '../api/channels.ts';
import { useWords } from '../words/use-words.ts';
import type { ChannelValues } from './channel-values.ts';

/** The keys of a channel: those that it has are not shown, and stay where nothing is typed. */
export function ChannelKeys({
  form,
  channel,
}: {
  form: UseFormReturnType<ChannelValues>;
  channel: Channel | undefined;
}) {
  const { t } = useWords();
  const { key } = form.values;
  const hasSeveral = key.trim().includes('\n') && !key.trim().startsWith('{');
  return (
    <Stack gap="xs">
      <Textarea
        label={t('channels.keys')}
        description={t(channel ? 'channels.keysKept' : 'channels.keysHint')}
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('key')}
      />
      {channel && !channel.keys_readable && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('channels.keysUnreadable')}
        </Text>
      )}
      {channel && key.trim() !== '' && channel.key_count > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('channels.keyMode')}
          data={[
            { value: 'replace', label: t('channels.keyReplace') },
            { value: 'append', label: t('channels.keyAppend') },
          ]}
          {...form.getInputProps('key_mode')}
        />
      )}
      {!channel && hasSeveral && (
        <Checkbox
          label={t('channels.forEachKey')}
          {...form.getInputProps('isForEachKey', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}
