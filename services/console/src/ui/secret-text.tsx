import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import { useLoss } from './panel-closing.ts';

/** Something to take elsewhere, with a button that copies it. What is shown once takes the place, and the focus, of a form. */
export function SecretText({ value, isOnce = false }: { value: string; isOnce?: boolean }) {
  useLoss(isOnce ? 'shown' : undefined);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block style={{ flex: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyButton value={value} autoFocus={isOnce} />
    </Group>
  );
}
