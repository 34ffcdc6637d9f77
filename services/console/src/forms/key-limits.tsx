import { SimpleGrid, Stack, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';
import { BudgetFields } from './budget-fields.tsx';
import { FieldGroup } from './field-group.tsx';
import type { KeyValues } from './key-values.ts';
import { ModelLimits } from './model-limits.tsx';

const most = 2_147_483_647;

/** What few keys have. */
export function KeyLimits({
  form,
  models,
}: {
  form: UseFormReturnType<KeyValues>;
  models: readonly string[];
}) {
  const { t } = useWords();
  const { isUnlimited } = form.values;
  return (
    <Stack gap="lg">
      <FieldGroup title={t('keys.rates')} hint={t('keys.ratesHint')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {(['rpm', 'tpm', 'concurrency'] as const).map((name) => (
            <NumberField
              key={name}
              label={t(`keys.${name}`)}
              min={0}
              max={most}
              allowDecimal={false}
              thousandSeparator=","
              hideControls
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </FieldGroup>
      <BudgetFields form={form} />
      <FieldGroup title={t('keys.modelLimits')} hint={t('keys.modelLimitsHint')}>
        <ModelLimits
          models={models}
          path="modelLimits"
          value={form.values.modelLimits}
          onChange={(limits) => form.setFieldValue('modelLimits', limits)}
          error={form.errors.modelLimits}
        />
      </FieldGroup>
      <TagsInput
        label={t('keys.allowIps')}
        description={t('keys.allowIpsHint')}
        acceptValueOnBlur
        splitChars={[',', ' ']}
        {...form.getInputProps('allowIps')}
      />
      {!isUnlimited && (
        <NumberField
          label={t('keys.softLimit')}
          description={t('keys.softLimitHint')}
          min={1}
          max={100}
          allowDecimal={false}
          suffix=" %"
          {...form.getInputProps('softLimit')}
        />
      )}
    </Stack>
  );
}
