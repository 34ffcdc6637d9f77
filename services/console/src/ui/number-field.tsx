import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

/** A field for a number. A sign or a point alone, of which one may become, is shown, and is nothing to whoever asks for it. */
export function NumberField({ value, onChange, ...props }: NumberInputProps) {
  const [half, setHalf] = useState('');
  return (
    <NumberInput
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
