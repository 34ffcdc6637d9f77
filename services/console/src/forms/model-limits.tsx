import { ActionIcon, Button, Group, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOptionsFilter } from '../ui/use-options-filter.ts';
import { useWords } from '../words/use-words.ts';
import { AmountInput } from './amount-input.tsx';
import type { KeyValues } from './key-values.ts';
import { RowsGroup } from './rows-group.tsx';

type Limits = KeyValues['modelLimits'];

/** Models with the most that may be spent on each. */
export function ModelLimits({
  models,
  path,
  value: limits,
  onChange,
  error,
}: {
  models: readonly string[];
  /** Their name in the form. */
  path: string;
  value: Limits;
  onChange: (limits: Limits) => void;
  error?: ReactNode;
}) {
  const { t } = useWords();
  const filter = useOptionsFilter();
  const change = (at: number, changes: Partial<Limits[number]>): void =>
    onChange(limits.map((limit, index) => (index === at ? { ...limit, ...changes } : limit)));
  const free = models.filter((name) => !limits.some(({ model }) => model === name));
  return (
    <RowsGroup label={t('keys.modelLimits')} path={path} error={error}>
      {limits.map(({ model, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name before its model is chosen
        <Group key={at} gap={6} wrap="nowrap">
          <Select
            flex={3}
            searchable
            filter={filter}
            aria-label={t('keys.model')}
            placeholder={t('keys.model')}
            data={model === '' ? free : [model, ...free]}
            value={model || null}
            onChange={(next) => change(at, { model: next ?? '' })}
          />
          <AmountInput
            flex={2}
            aria-label={t('keys.modelLimitOf', { model })}
            value={amount}
            onChange={(next) => change(at, { amount: next === '' ? '' : Number(next) })}
          />
          <ActionIcon
            aria-label={t('keys.removeModelLimit', { model })}
            onClick={() => onChange(limits.filter((_, index) => index !== at))}
          >
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...limits, { model: '', amount: '' }])}
      >
        {t('keys.addModelLimit')}
      </Button>
    </RowsGroup>
  );
}
