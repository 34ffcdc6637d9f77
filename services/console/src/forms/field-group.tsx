import { Fieldset, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Fields that belong together. */
export function FieldGroup({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Fieldset legend={title} variant="unstyled">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
        {children}
      </Stack>
    </Fieldset>
  );
}
