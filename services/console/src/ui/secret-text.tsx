import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** Something to take elsewhere, with a button that copies it. */
export function SecretText({ value }: { value: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block style={{ flex: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <CopyButton value={value} />
    </Group>
  );
}
