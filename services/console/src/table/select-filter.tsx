import { NativeSelect } from '@mantine/core';

/** A filter by one of a few; `any` is said where none is chosen. */
export function SelectFilter<Value extends string>({
  label,
  any,
  value,
  onChange,
  choices,
}: {
  label: string;
  any: string;
  value: Value | '';
  onChange: (value: Value | '') => void;
  choices: readonly { value: Value; label: string }[];
}) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(choices.find((choice) => choice.value === currentTarget.value)?.value ?? '')
      }
      data={[{ value: '', label: any }, ...choices]}
    />
  );
}
