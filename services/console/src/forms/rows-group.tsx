import { Input, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** Rows of fields that are wrong together: a form leads to them as to one field, and what is wrong is said with their name. */
export function RowsGroup({
  label,
  path,
  error,
  mt,
  children,
}: {
  label: string;
  /** Their name in the form. */
  path: string;
  error: ReactNode;
  mt?: number;
  children: ReactNode;
}) {
  const errorId = useId();
  return (
    <Stack
      gap={6}
      mt={mt}
      role="group"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={error ? errorId : undefined}
      data-path={path}
    >
      {children}
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
    </Stack>
  );
}
