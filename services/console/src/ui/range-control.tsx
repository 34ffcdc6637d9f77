import { SegmentedControl } from '@mantine/core';
import { useWords } from '../words/use-words.ts';
import { type Range, ranges } from './time-range.ts';

/** Chooses how far back to look. */
export function RangeControl<Choice extends Range>({
  choices,
  value,
  onChange,
}: {
  choices: readonly Choice[];
  value: Choice;
  onChange: (range: Choice) => void;
}) {
  const { t } = useWords();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('range.label')}
      value={value}
      onChange={onChange}
      data={choices.map((choice) => ({ value: choice, label: t(ranges[choice].short) }))}
    />
  );
}
