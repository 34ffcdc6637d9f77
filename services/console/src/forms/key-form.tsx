import { Accordion, MultiSelect, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { type FormErrors, isNotEmpty } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { autoGroupsQuery } from '../api/groups.ts';
import { changeKey, createKey, type Key, keysKey, readKey } from '../api/keys.ts';
import { ownGroupsQuery, ownModelsQuery } from '../api/own-models.ts';
import { hasRole } from '../api/user.ts';
import { useCurrentUser } from '../ui/current-user.ts';
import { useOptionsFilter } from '../ui/use-options-filter.ts';
import { useWords } from '../words/use-words.ts';
import { AmountInput } from './amount-input.tsx';
import { groupChoices } from './group-choices.ts';
import { KeyLimits } from './key-limits.tsx';
import {
  beforeSpending,
  hasHalfLimit,
  type KeyValues,
  type Told,
  toKeyChanges,
  toKeyValues,
  toSecond,
} from './key-values.ts';
import { MutationForm } from './mutation-form.tsx';
import { useAmountRule } from './use-amount-rule.ts';
import { useBudgetRule } from './use-budget-rule.ts';
import { useEdit } from './use-edit.ts';

/** The last that years of four digits have. */
const lastTime = '9999-12-30T23:59';

/** Makes a key, whose text it answers, or changes one. */
export function KeyForm({ known, onDone }: { known: Key | undefined; onDone: (text?: string) => void }) {
  const { t, format } = useWords();
  const cache = useQueryClient();
  const filter = useOptionsFilter();
  const user = useCurrentUser();
  const { data: models = [] } = useQuery(ownModelsQuery);
  const { data: groups = {} } = useQuery(ownGroupsQuery);
  const { data: auto = [] } = useQuery({ ...autoGroupsQuery, enabled: hasRole(user, 'admin') });
  // Of a key of a file, the file alone says another one.
  const [offered, autoGroups] = known?.from_config ? [[], []] : [Object.keys(groups), auto];
  const [defaults] = useState(() => toKeyValues(known, format));
  const [section, setSection] = useState<string | null>(null);
  const expiry = useRef<HTMLInputElement>(null);
  const told = useRef<Told>(undefined);
  const needed = isNotEmpty(t('forms.missing'));
  const amountRule = useAmountRule();
  const budgetRule = useBudgetRule();
  const limitsProblem = (values: KeyValues): string | null => {
    if (hasHalfLimit(values)) return t('keys.halfLimit');
    const limits = values.modelLimits.filter(({ model }) => model !== '');
    return limits.map(({ amount }) => amountRule(amount)).find((problem) => problem !== null) ?? null;
  };
  const hasPassed = ({ expires }: KeyValues): boolean =>
    expires !== '' && expires !== defaults.expires && toSecond(expires) * 1_000 <= Date.now();
  // A time of which a part is typed has no text: only its field knows that it does not stand for "never".
  const isTime = (): boolean => expiry.current?.validity.valid !== false;
  const validate = (values: KeyValues): FormErrors => ({
    name: needed(values.name.trim()),
    remain: values.isUnlimited ? null : amountRule(values.remain),
    expires: !isTime() ? t('keys.noTime') : hasPassed(values) ? t('keys.passed') : null,
    ...budgetRule(values),
    modelLimits: limitsProblem(values),
  });

  const editOf = (values: KeyValues, before?: KeyValues) => toKeyChanges(values, before, format);
  const toEdit = useEdit(keysKey, { began: known && defaults, valuesOf: (values) => values, editOf });

  async function save(values: KeyValues): Promise<string | undefined> {
    if (!known) return (await createKey(editOf(values))).key;
    const key = await readKey(known.id);
    const edit = toEdit(values, toKeyValues(beforeSpending(key, known, told.current), format));
    if (edit.remain_quota !== undefined) told.current = { remain_quota: edit.remain_quota, before: key };
    await changeKey(known.id, edit);
    return undefined;
  }

  function finish(text: string | undefined): void {
    void cache.invalidateQueries({ queryKey: keysKey });
    onDone(text);
  }

  return (
    <MutationForm
      defaults={defaults}
      validate={validate}
      mutate={save}
      onDone={finish}
      onInvalid={({ name, remain, expires, ...limits }) =>
        Object.values(limits).some(Boolean) && setSection('limits')
      }
      submit={t(known ? 'actions.save' : 'keys.create')}
    >
      {(form) => (
        <>
          {known?.from_config && <Text c="dimmed">{t('keys.fromConfigHint')}</Text>}
          <TextInput
            label={t('keys.name')}
            description={t('keys.nameHint')}
            maxLength={50}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Switch
            label={t('keys.unlimited')}
            description={t('keys.unlimitedHint')}
            {...form.getInputProps('isUnlimited', { type: 'checkbox' })}
          />
          {!form.values.isUnlimited && (
            <AmountInput label={t('keys.remain')} required {...form.getInputProps('remain')} />
          )}
          <TextInput
            ref={expiry}
            type="datetime-local"
            max={lastTime}
            label={t('keys.expires')}
            description={t('keys.expiresHint')}
            {...form.getInputProps('expires')}
          />
          <NativeSelect
            label={t('keys.group')}
            data={[
              { value: '', label: t('keys.ownGroup', { group: user.group }) },
              ...groupChoices([...offered, ...(known?.group ? [known.group] : [])], autoGroups),
            ]}
            {...form.getInputProps('group')}
          />
          <MultiSelect
            label={t('keys.models')}
            description={t('keys.modelsHint')}
            searchable
            clearable
            hidePickedOptions
            filter={filter}
            data={[...new Set([...models.map(({ name }) => name), ...(known?.models ?? [])])]}
            {...form.getInputProps('models')}
          />
          <Accordion variant="separated" value={section} onChange={setSection}>
            <Accordion.Item value="limits">
              <Accordion.Control>
                {t('keys.limits')}
                <Text size="xs" c="dimmed">
                  {t('keys.limitsHint')}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                <KeyLimits form={form} models={models.map(({ name }) => name)} />
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </>
      )}
    </MutationForm>
  );
}
