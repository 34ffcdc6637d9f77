import { Group, Stack, Text } from '@mantine/core';
import { type LogRecord, readDetails } from '../../api/log.ts';
import type { Scope } from '../../api/scope.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { nameEnding, nameUsageSource } from '../../words/name-ending.ts';
import { useWords } from '../../words/use-words.ts';
import { BillView } from './bill-view.tsx';
import { RecordTag } from './record-tag.tsx';

/** All that is known of one record. */
export function LogDrawer({
  scope,
  record,
  onClose,
}: {
  scope: Scope;
  record: LogRecord | undefined;
  onClose: () => void;
}) {
  const { t } = useWords();
  return (
    <SidePanel
      isOpen={record !== undefined}
      title={record?.model_name || t('logs.details.title')}
      onClose={onClose}
    >
      {record && <Record scope={scope} record={record} />}
    </SidePanel>
  );
}

function Record({ scope, record }: { scope: Scope; record: LogRecord }) {
  const { t, format } = useWords();
  const details = readDetails(record);
  const word = <Key extends string>(key: Key) => `logs.details.${key}` as const;
  const number = (label: string, value: number | undefined): Fact => ({
    label,
    value: value ? format.number(value) : undefined,
  });
  const duration = (label: string, ms: number | undefined): Fact => ({
    label,
    value: ms === undefined ? undefined : format.duration(ms),
  });
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <RecordTag record={record} />
        <Text c="dimmed" size="sm">
          {format.time(record.created_at)}
        </Text>
      </Group>
      <Facts
        facts={[
          { label: t('logs.cost'), value: <Text fw={600}>{format.exactQuota(record.quota)}</Text> },
          { label: t(word('reason')), value: record.content },
          {
            label: t(word('requestId')),
            value: record.request_id && (
              <Group gap={4} wrap="nowrap">
                <Text ff="monospace" size="xs">
                  {record.request_id}
                </Text>
                <CopyButton value={record.request_id} />
              </Group>
            ),
          },
          { label: t('logs.user'), value: record.username },
          { label: t('logs.key'), value: record.token_name },
          { label: t('logs.group'), value: record.group },
          { label: t('logs.channel'), value: record.channel_name },
        ]}
      />
      <Facts
        title={t(word('usage'))}
        facts={[
          number(t(word('input')), record.prompt_tokens),
          number(t(word('cached')), details.cache_tokens),
          number(t(word('cacheWritten')), details.cache_creation_tokens),
          number(t(word('cacheWritten1h')), details.cache_creation_tokens_1h),
          number(t(word('audioInput')), details.audio_input),
          number(t(word('imageInput')), details.image_input),
          number(t(word('output')), record.completion_tokens),
          number(t(word('reasoning')), details.reasoning_tokens),
          number(t(word('audioOutput')), details.audio_output),
          number(t(word('imageOutput')), details.image_output),
          number(t('bill.what.image'), details.images),
          number(t('bill.what.character'), details.characters),
          duration(t(word('audioInputLength')), details.audio_input_ms),
          duration(t(word('audioOutputLength')), details.audio_output_ms),
          duration(t(word('videoLength')), details.video_ms),
          number(t('bill.what.tool_call'), details.tool_calls),
          {
            label: t(word('countedBy')),
            value: details.usage_source && nameUsageSource(details.usage_source, t),
          },
        ]}
      />
      <Facts
        title={t(word('course'))}
        facts={[
          { label: t(word('status')), value: details.status || undefined },
          { label: t(word('ending')), value: details.ending && nameEnding(details.ending, t) },
          {
            label: t(word('stream')),
            value: details.ending && t(record.is_stream ? 'actions.yes' : 'actions.no'),
          },
          // Tasks have none.
          duration(t(word('firstByte')), details.frt || undefined),
          duration(t('logs.duration'), details.duration_ms),
          number(t(word('attempts')), details.admin_info?.attempts),
        ]}
      />
      {record.request_id && <BillView scope={scope} requestId={record.request_id} />}
      <Facts
        title={t(word('billing'))}
        facts={[
          { label: t(word('serviceTier')), value: details.service_tier },
          { label: t(word('priceModel')), value: details.admin_info?.price_model },
          number(t(word('priceVersion')), details.admin_info?.price_version),
          number(t(word('catalogVersion')), details.admin_info?.catalog_version),
        ]}
      />
    </Stack>
  );
}
