import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import type { Pair } from './pairs.ts';
import { RowsGroup } from './rows-group.tsx';

/** Names with what they stand for, row by row. */
export function PairsInput({
  label,
  description,
  nameLabel,
  valueLabel,
  path,
  value: pairs,
  onChange,
  error,
}: {
  label: string;
  description?: string;
  nameLabel: string;
  valueLabel: string;
  /** Their name in the form. */
  path: string;
  value: readonly Pair[];
  onChange: (pairs: Pair[]) => void;
  error?: ReactNode;
}) {
  const { t } = useWords();
  const change = useCallbackRef((at: number, changes: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...changes } : pair))),
  );
  const remove = useCallbackRef((at: number) => onChange(pairs.filter((_, index) => index !== at)));
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <RowsGroup label={label} path={path} error={error} mt={6}>
        {pairs.map(({ name, value }, at) => (
          <PairRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but the one that is being typed
            key={at}
            {...{ at, name, value, nameLabel, valueLabel, change, remove }}
          />
        ))}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...pairs, { name: '', value: '' }])}
        >
          {t('actions.addRow')}
        </Button>
      </RowsGroup>
    </Input.Wrapper>
  );
}

/** Drawn anew when it changes itself: there may be hundreds beside it. */
const PairRow = memo(function PairRow({
  at,
  name,
  value,
  nameLabel,
  valueLabel,
  change,
  remove,
}: Pair & {
  at: number;
  nameLabel: string;
  valueLabel: string;
  change: (at: number, changes: Partial<Pair>) => void;
  remove: (at: number) => void;
}) {
  const { t } = useWords();
  return (
    <Group gap={6} wrap="nowrap">
      <TextInput
        flex={1}
        placeholder={nameLabel}
        aria-label={`${nameLabel} ${at + 1}`}
        value={name}
        onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
      />
      <TextInput
        flex={1}
        placeholder={valueLabel}
        aria-label={`${valueLabel} ${at + 1}`}
        value={value}
        onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
      />
      <ActionIcon
        aria-label={t('actions.removeRow', { name: name || String(at + 1) })}
        onClick={() => remove(at)}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </Group>
  );
});
