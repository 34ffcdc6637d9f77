import type { NumberInputProps } from '@mantine/core';
import { NumberField } from '../ui/number-field.tsx';
import { useWords } from '../words/use-words.ts';

/** An amount of quota, in the unit that quota is shown in. */
export function AmountInput(props: NumberInputProps) {
  const { format } = useWords();
  return <NumberField min={0} thousandSeparator="," prefix={format.currencySign} hideControls {...props} />;
}
