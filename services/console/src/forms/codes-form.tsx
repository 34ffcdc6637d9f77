import { NativeSelect, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRedemptions, redemptionsKey } from '../api/redemptions.ts';
import { NumberField } from '../ui/number-field.tsx';
import { unitsPerUsd } from '../words/units-per-usd.ts';
import { useWords } from '../words/use-words.ts';
import { createChangeSender } from './change-sender.ts';
import { MutationForm } from './mutation-form.tsx';

const daySeconds = 86_400;
/** Days that a code is good; none: for ever. */
const lengths = ['', '7', '30', '90', '365'] as const;

interface CodesValues extends Record<string, unknown> {
  name: string;
  usd: number | string;
  count: number | string;
  days: string;
}

/** Makes codes, and hands on their texts: nobody can see them again. Sent again after an answer was lost, they are made once. */
export function CodesForm({ onDone }: { onDone: (codes: string[]) => void }) {
  const { t } = useWords();
  const cache = useQueryClient();
  const [send] = useState(createChangeSender);
  const validate = ({ name, usd, count }: CodesValues): FormErrors => ({
    name: name.trim() === '' ? t('forms.missing') : null,
    usd: Number(usd) > 0 ? null : t('forms.notNumber'),
    count: Number(count) >= 1 ? null : t('forms.notNumber'),
  });

  function finish(codes: string[]): void {
    void cache.invalidateQueries({ queryKey: redemptionsKey });
    onDone(codes);
  }

  return (
    <MutationForm<CodesValues, string[]>
      defaults={{ name: '', usd: '', count: 1, days: '' }}
      validate={validate}
      mutate={({ name, usd, count, days }) =>
        send((id, firstMs) =>
          createRedemptions({
            id,
            name: name.trim(),
            quota: Math.round(Number(usd) * unitsPerUsd),
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
          <NumberField
            label={t('codes.value')}
            required
            min={0}
            decimalScale={6}
            prefix="$ "
            {...form.getInputProps('usd')}
          />
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
