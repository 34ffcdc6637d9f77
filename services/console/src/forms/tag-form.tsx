import { SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { changeTag } from '../api/channel-batches.ts';
import { channelsKey } from '../api/channels.ts';
import { notifyDone } from '../ui/notify.ts';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';
import { GroupsInput } from './groups-input.tsx';
import { MutationForm } from './mutation-form.tsx';
import { toTagChanges } from './tag-values.ts';

/** Changes all channels of a tag alike. */
export function TagForm({ tag, onDone }: { tag: string; onDone: () => void }) {
  const { t } = useWords();
  const cache = useQueryClient();

  function finish(): void {
    notifyDone(t('channels.tags.done'));
    void cache.invalidateQueries({ queryKey: channelsKey });
    onDone();
  }

  return (
    <MutationForm
      defaults={{ tag, models: [], groups: [], priority: '', weight: '' }}
      validate={(values) => (toTagChanges(tag, values) ? {} : { tag: t('channels.tags.nothing') })}
      mutate={async (values) => {
        const changes = toTagChanges(tag, values);
        if (changes) await changeTag(tag, changes);
      }}
      onDone={finish}
      submit={t('actions.save')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('channels.tag')}
            description={t('channels.tags.hint')}
            data-autofocus
            {...form.getInputProps('tag')}
          />
          <TagsInput
            label={t('channels.models')}
            description={t('channels.modelsHint')}
            splitChars={[',', ' ', '\n']}
            isDuplicate={(name, names) => names.includes(name)}
            {...form.getInputProps('models')}
          />
          <GroupsInput label={t('channels.groups')} {...form.getInputProps('groups')} />
          <SimpleGrid cols={2}>
            <NumberField
              label={t('channels.priority')}
              allowDecimal={false}
              {...form.getInputProps('priority')}
            />
            <NumberField
              label={t('channels.weight')}
              allowDecimal={false}
              min={0}
              {...form.getInputProps('weight')}
            />
          </SimpleGrid>
        </>
      )}
    </MutationForm>
  );
}
