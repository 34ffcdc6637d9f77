import { Accordion, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type FormErrors, isNotEmpty } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Channel, changeChannel, channelsKey, createChannel, readChannel } from '../api/channels.ts';
import { providers } from '../api/providers.ts';
import { notifyDone } from '../ui/notify.ts';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';
import { ChannelAdvanced } from './channel-advanced.tsx';
import { ChannelKeys } from './channel-keys.tsx';
import { ChannelModels } from './channel-models.tsx';
import {
  areStatuses,
  type ChannelValues,
  toChannelChanges,
  toChannelEdit,
  toChannelValues,
} from './channel-values.ts';
import { GroupsInput } from './groups-input.tsx';
import { findRounded, readJsonText } from './json-text.ts';
import { MutationForm } from './mutation-form.tsx';
import { findLost, type Pair } from './pairs.ts';
import { useEdit } from './use-edit.ts';

/** Makes a channel, or changes a known one. */
export function ChannelForm({ channel, onDone }: { channel: Channel | undefined; onDone: () => void }) {
  const { t } = useWords();
  const cache = useQueryClient();
  const toEdit = useEdit(channelsKey, { began: channel, valuesOf: toChannelValues, editOf: toChannelEdit });
  const [section, setSection] = useState<string | null>(null);
  const missing = isNotEmpty(t('forms.missing'));
  const lostOf = (pairs: readonly Pair[]): string | null => {
    const lost = findLost(pairs);
    return lost ? t(`forms.${lost}`) : null;
  };
  const parametersProblem = ({ parameters }: ChannelValues): string | null => {
    if (!readJsonText(parameters)) return t('forms.notJson');
    const number = findRounded(parameters);
    return number === undefined ? null : t('forms.rounded', { number });
  };
  const validate = (values: ChannelValues): FormErrors => ({
    name: missing(values.name.trim()),
    base_url: URL.canParse(values.base_url.trim()) ? null : t('forms.notUrl'),
    upstreams: lostOf(values.upstreams),
    parameters: parametersProblem(values),
    headers: lostOf(values.headers),
    statuses:
      lostOf(values.statuses) ?? (areStatuses(values.statuses) ? null : t('channels.advanced.notStatuses')),
  });
  const known = channel && !(channel.provider in providers) ? [channel.provider] : [];

  async function save(values: ChannelValues): Promise<void> {
    if (channel) await changeChannel(channel.id, toEdit(values, await readChannel(channel.id)));
    else await createChannel(toChannelChanges(values), values.isForEachKey ? 'batch' : 'multi_to_single');
  }

  function finish(): void {
    notifyDone(t(channel ? 'channels.changed' : 'channels.created'));
    void cache.invalidateQueries({ queryKey: channelsKey });
    onDone();
  }

  return (
    <MutationForm
      defaults={toChannelValues(channel)}
      validate={validate}
      mutate={save}
      onDone={finish}
      onInvalid={({ parameters, headers, statuses }) =>
        (parameters || headers || statuses) && setSection('advanced')
      }
      submit={t(channel ? 'actions.save' : 'channels.create')}
    >
      {(form) => (
        <>
          <TextInput label={t('channels.name')} required data-autofocus {...form.getInputProps('name')} />
          <Select
            label={t('channels.provider')}
            description={t('channels.providerHint')}
            searchable
            allowDeselect={false}
            data={[...Object.keys(providers), ...known]}
            {...form.getInputProps('provider')}
          />
          <TextInput
            label={t('channels.baseUrl')}
            required
            type="url"
            placeholder={providers[form.values.provider]}
            {...form.getInputProps('base_url')}
          />
          <ChannelKeys form={form} channel={channel} />
          <ChannelModels form={form} channel={channel} />
          <GroupsInput label={t('channels.groups')} {...form.getInputProps('groups')} />
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <NumberField
              label={t('channels.priority')}
              allowDecimal={false}
              {...form.getInputProps('priority')}
            />
            <NumberField
              label={t('channels.weight')}
              placeholder={t('channels.weightUsual')}
              min={0}
              allowDecimal={false}
              {...form.getInputProps('weight')}
            />
            <TextInput label={t('channels.tag')} {...form.getInputProps('tag')} />
          </SimpleGrid>
          <Accordion variant="separated" value={section} onChange={setSection} keepMounted>
            <Accordion.Item value="advanced">
              <Accordion.Control>{t('channels.advanced.title')}</Accordion.Control>
              <Accordion.Panel>
                <ChannelAdvanced form={form} />
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </>
      )}
    </MutationForm>
  );
}
