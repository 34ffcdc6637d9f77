import { Input, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { timeoutNames } from '../api/channels.ts';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';
import type { ChannelValues } from './channel-values.ts';
import { PairsInput } from './pairs-input.tsx';

/** What most channels leave as it is. */
export function ChannelAdvanced({ form }: { form: UseFormReturnType<ChannelValues> }) {
  const { t } = useWords();
  return (
    <Stack gap="md">
      <Input.Wrapper label={t('channels.advanced.timeouts')} labelElement="div">
        <SimpleGrid cols={{ base: 2, xs: 4 }} mt={4}>
          {timeoutNames.map((name, at) => (
            <NumberField
              key={name}
              label={t(`channels.advanced.timeoutsOf.${name}`)}
              min={0}
              suffix=" s"
              {...form.getInputProps(`timeouts.${at}`)}
            />
          ))}
        </SimpleGrid>
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={t('channels.advanced.vendor')} {...form.getInputProps('vendor')} />
        <TextInput label={t('channels.advanced.apiVersion')} {...form.getInputProps('api_version')} />
        <TextInput label={t('channels.advanced.region')} {...form.getInputProps('region')} />
      </SimpleGrid>
      <Switch label={t('channels.advanced.store')} {...form.getInputProps('store', { type: 'checkbox' })} />
      <Switch
        label={t('channels.advanced.sendRequestId')}
        {...form.getInputProps('send_request_id', { type: 'checkbox' })}
      />
      <Textarea
        label={t('channels.advanced.parameters')}
        description={t('channels.advanced.parametersHint')}
        placeholder={'{ "top_k": 40 }'}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('parameters')}
      />
      <PairsInput
        label={t('channels.advanced.headers')}
        nameLabel={t('channels.advanced.header')}
        valueLabel={t('channels.advanced.value')}
        path="headers"
        value={form.values.headers}
        onChange={(pairs) => form.setFieldValue('headers', pairs)}
        error={form.errors.headers}
      />
      <PairsInput
        label={t('channels.advanced.statuses')}
        description={t('channels.advanced.statusesHint')}
        nameLabel={t('channels.advanced.statusFrom')}
        valueLabel={t('channels.advanced.statusTo')}
        path="statuses"
        value={form.values.statuses}
        onChange={(pairs) => form.setFieldValue('statuses', pairs)}
        error={form.errors.statuses}
      />
    </Stack>
  );
}
