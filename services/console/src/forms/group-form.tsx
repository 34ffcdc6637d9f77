import { TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { type GroupDetails, groupsKey, hasGroup, putGroup, readGroup } from '../api/groups.ts';
import { notifyDone } from '../ui/notify.ts';
import { useWords } from '../words/use-words.ts';
import { changedMembers } from './changed-members.ts';
import { isDecimalText } from './decimal-text.ts';
import { MutationForm } from './mutation-form.tsx';
import { findLost, fromPairs, type Pair, toPairs } from './pairs.ts';
import { PairsInput } from './pairs-input.tsx';
import { useEdit } from './use-edit.ts';

interface GroupValues extends Record<string, unknown> {
  name: string;
  ratio: string;
  models: Pair[];
}

/** Makes a group, or changes what a known one multiplies prices by. */
export function GroupForm({ group, onDone }: { group: GroupDetails | undefined; onDone: () => void }) {
  const { t } = useWords();
  const cache = useQueryClient();
  const toEdit = useEdit(groupsKey, {
    began: group,
    valuesOf: ({ ratio, models }) => ({ ratio, models }),
    editOf: changedMembers,
  });
  const defaults: GroupValues = {
    name: group?.name ?? '',
    ratio: group?.ratio ?? '1',
    models: toPairs(group?.models ?? {}),
  };
  const isRatio = (text: string): boolean => text.trim() !== '' && isDecimalText(text);
  const modelsProblem = (models: readonly Pair[]): string | null => {
    const lost = findLost(models);
    if (lost) return t(`forms.${lost}`);
    return Object.values(fromPairs(models)).every(isRatio) ? null : t('forms.notNumber');
  };
  const validate = ({ name, ratio, models }: GroupValues): FormErrors => ({
    name: name.trim() === '' ? t('forms.missing') : null,
    ratio: isRatio(ratio) ? null : t('forms.notNumber'),
    models: modelsProblem(models),
  });

  async function save({ name: typed, ratio, models }: GroupValues): Promise<void> {
    const name = typed.trim();
    const said = { ratio: ratio.trim(), models: fromPairs(models) };
    if (group) return putGroup({ name, ...toEdit(said, await readGroup(name)) });
    if (await hasGroup(name)) throw new ApiError('refused', t('groups.exists', { name }));
    await putGroup({ name, ...said });
  }

  function finish(): void {
    notifyDone(t('groups.saved'));
    void cache.invalidateQueries({ queryKey: groupsKey });
    onDone();
  }

  return (
    <MutationForm
      defaults={defaults}
      validate={validate}
      mutate={save}
      onDone={finish}
      submit={t(group ? 'actions.save' : 'groups.create')}
    >
      {(form) => (
        <>
          {!group && (
            <TextInput label={t('groups.name')} required data-autofocus {...form.getInputProps('name')} />
          )}
          <TextInput
            label={t('groups.ratio')}
            description={t('groups.ratioHint')}
            required
            inputMode="decimal"
            leftSection="×"
            {...form.getInputProps('ratio')}
          />
          <PairsInput
            label={t('groups.models')}
            description={t('groups.modelsHint')}
            nameLabel={t('groups.model')}
            valueLabel={t('groups.ratio')}
            path="models"
            value={form.values.models}
            onChange={(pairs) => form.setFieldValue('models', pairs)}
            error={form.errors.models}
          />
        </>
      )}
    </MutationForm>
  );
}
