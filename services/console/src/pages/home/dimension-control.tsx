import { SegmentedControl } from '@mantine/core';
import type { Dimension } from '../../api/statistics.ts';
import { useWords } from '../../words/use-words.ts';

/** Chooses what requests are told apart by. */
export function DimensionControl({
  choices,
  value,
  onChange,
}: {
  choices: readonly Dimension[];
  value: Dimension;
  onChange: (by: Dimension) => void;
}) {
  const { t } = useWords();
  return (
    <SegmentedControl<Dimension>
      size="xs"
      aria-label={t('home.byLabel')}
      value={value}
      onChange={onChange}
      data={choices.map((name) => ({ value: name, label: t(`home.by.${name}`) }))}
    />
  );
}
