import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A field for a number. A sign or a point alone, of which one may become, is shown, and is nothing to whoever asks for it. A number
 * that is out of bounds stays as it was typed, to be refused: the one that is nearest may mean something else.
 */
export function NumberField({ value, onChange, ...props }: NumberInputProps) {
  const [half, setHalf] = useState('');
  return (
    <NumberInput
      clampBehavior="none"
      {...props}
      value={value === '' ? half : value}
      onChange={(next) => {
        const isHalf = Number.isNaN(Number(next));
        setHalf(isHalf ? String(next) : '');
        onChange?.(isHalf ? '' : next);
      }}
    />
  );
}
