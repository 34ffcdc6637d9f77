import { NativeSelect, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRedemptions, redemptionsKey } from '../api/redemptions.ts';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';
import { AmountInput } from './amount-input.tsx';
import { createChangeSender } from './change-sender.ts';
import { MutationForm } from './mutation-form.tsx';
import { useAmountRule } from './use-amount-rule.ts';

const daySeconds = 86_400;
/** Days that a code is good; none: for ever. */
const lengths = ['', '7', '30', '90', '365'] as const;

interface CodesValues extends Record<string, unknown> {
  name: string;
  /** In the unit that quota is shown in. */
  worth: number | string;
  count: number | string;
  days: string;
}

/** Makes codes, and hands on their texts: nobody can see them again. Sent again after an answer was lost, they are made once. */
export function CodesForm({ onDone }: { onDone: (codes: string[]) => void }) {
  const { t, format } = useWords();
  const cache = useQueryClient();
  const [send] = useState(createChangeSender);
  const amountRule = useAmountRule();
  const validate = ({ name, worth, count }: CodesValues): FormErrors => ({
    name: name.trim() === '' ? t('forms.missing') : null,
    worth: Number(worth) === 0 ? t('forms.missing') : amountRule(worth),
    count: Number(count) >= 1 ? null : t('forms.notNumber'),
  });

  function finish(codes: string[]): void {
    void cache.invalidateQueries({ queryKey: redemptionsKey });
    onDone(codes);
  }

  return (
    <MutationForm<CodesValues, string[]>
      defaults={{ name: '', worth: '', count: 1, days: '' }}
      validate={validate}
      mutate={({ name, worth, count, days }) =>
        send((id, firstMs) =>
          createRedemptions({
            id,
            name: name.trim(),
            quota: format.unitsOf(Number(worth)),
            count: Number(count),
            expired_time: days === '' ? -1 : Math.floor(firstMs / 1_000) + Number(days) * daySeconds,
          }),
        )
      }
      onDone={finish}
      submit={t('codes.create')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('codes.name')}
            description={t('codes.nameHint')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <AmountInput label={t('codes.value')} required {...form.getInputProps('worth')} />
          <NumberField
            label={t('codes.count')}
            required
            min={1}
            max={100}
            allowDecimal={false}
            {...form.getInputProps('count')}
          />
          <NativeSelect
            label={t('codes.expiry')}
            data={lengths.map((days) => ({
              value: days,
              label: days === '' ? t('codes.never') : t('codes.days', { count: Number(days) }),
            }))}
            {...form.getInputProps('days')}
          />
        </>
      )}
    </MutationForm>
  );
}
