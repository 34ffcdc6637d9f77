import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useWords } from '../words/use-words.ts';

/** An amount of quota, in the unit that quota is shown in. */
export function AmountInput(props: NumberInputProps) {
  const { format } = useWords();
  return (
    <NumberInput
      min={0}
      decimalScale={format.finestDigits}
      thousandSeparator=","
      prefix={format.currencySign}
      hideControls
      {...props}
    />
  );
}
