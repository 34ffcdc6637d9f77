import { SimpleGrid, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { hasModel, type Model, modelsKey, putModel, readModel } from '../api/models.ts';
import { notifyDone } from '../ui/notify.ts';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';
import { isDecimalText } from './decimal-text.ts';
import { readJsonText } from './json-text.ts';
import {
  arePrices,
  commonPrices,
  findEmptied,
  findHidden,
  hasSizeTwice,
  type ModelValues,
  toModelChanges,
  toModelEdit,
  toModelValues,
} from './model-values.ts';
import { MutationForm } from './mutation-form.tsx';
import type { Pair } from './pairs.ts';
import { PairsInput } from './pairs-input.tsx';
import { useEdit } from './use-edit.ts';

const minuteParts = ['input', 'output'] as const;

/** Makes a model with its prices, or changes a known one. */
export function ModelForm({ model, onDone }: { model: Model | undefined; onDone: () => void }) {
  const { t } = useWords();
  const cache = useQueryClient();
  const toEdit = useEdit(modelsKey, { began: model, valuesOf: toModelValues, editOf: toModelEdit });
  const priceOrError = (text: string) => (isDecimalText(text) ? null : t('forms.notNumber'));
  const sizesProblem = (pairs: readonly Pair[]): string | null => {
    if (hasSizeTwice(pairs)) return t('forms.twice');
    return arePrices(pairs) ? null : t('forms.notNumber');
  };
  const restProblem = (values: ModelValues): string | null => {
    if (!readJsonText(values.rest)) return t('forms.notJson');
    const hidden = findHidden(values);
    return hidden.length > 0 ? t('prices.restHidden', { names: hidden.join(', ') }) : null;
  };
  const validate = (values: ModelValues): FormErrors => ({
    name: values.name.trim() === '' ? t('forms.missing') : null,
    ...Object.fromEntries(commonPrices.map((name) => [`common.${name}`, priceOrError(values.common[name])])),
    ...Object.fromEntries(minuteParts.map((name) => [`minute.${name}`, priceOrError(values.minute[name])])),
    second: sizesProblem(values.second),
    image: sizesProblem(values.image),
    rest: restProblem(values),
    ...Object.fromEntries(findEmptied(values, model).map((name) => [name, t('forms.missing')])),
  });

  async function save(values: ModelValues): Promise<void> {
    if (model) return putModel(toEdit(values, await readModel(model.name)));
    const changes = toModelChanges(values);
    if (await hasModel(changes.name))
      throw new ApiError('refused', t('models.exists', { name: changes.name }));
    await putModel(changes);
  }

  function finish(): void {
    notifyDone(t('models.saved'));
    void cache.invalidateQueries({ queryKey: modelsKey });
    onDone();
  }

  return (
    <MutationForm
      defaults={toModelValues(model)}
      validate={validate}
      mutate={save}
      onDone={finish}
      submit={t(model ? 'actions.save' : 'models.create')}
    >
      {(form) => (
        <>
          {!model && (
            <TextInput
              label={t('models.name')}
              description={t('models.nameHint')}
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
          )}
          <Title order={3}>{t('models.prices')}</Title>
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
            {commonPrices.map((name) => (
              <TextInput
                key={name}
                label={t(`prices.fields.${name}`)}
                description={t(`prices.fieldUnits.${name}`)}
                inputMode="decimal"
                leftSection="$"
                {...form.getInputProps(`common.${name}`)}
              />
            ))}
            {minuteParts.map((name) => (
              <TextInput
                key={name}
                label={t(`prices.fields.minute_${name}`)}
                description={t('prices.fieldUnits.minute')}
                inputMode="decimal"
                leftSection="$"
                {...form.getInputProps(`minute.${name}`)}
              />
            ))}
          </SimpleGrid>
          {(['second', 'image'] as const).map((name) => (
            <PairsInput
              key={name}
              label={t(`prices.fields.${name}`)}
              description={t('prices.sizesHint')}
              nameLabel={t('prices.size')}
              valueLabel={t('prices.usd')}
              path={name}
              value={form.values[name]}
              onChange={(pairs) => form.setFieldValue(name, pairs)}
              error={form.errors[name]}
            />
          ))}
          <Textarea
            label={t('prices.rest')}
            description={t('prices.restHint')}
            placeholder={'{ "tools": { "web_search": "10" } }'}
            autosize
            minRows={2}
            maxRows={14}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('rest')}
          />
          <Title order={3}>{t('models.others')}</Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <NumberField
              label={t('models.maxOutput')}
              min={1}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps('max_output')}
            />
            <TextInput
              label={t('models.family')}
              description={t('models.familyHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('family')}
            />
          </SimpleGrid>
          <TagsInput
            label={t('models.fallbacks')}
            description={t('models.fallbacksHint')}
            isDuplicate={(name, names) => names.includes(name)}
            {...form.getInputProps('fallbacks')}
          />
        </>
      )}
    </MutationForm>
  );
}
