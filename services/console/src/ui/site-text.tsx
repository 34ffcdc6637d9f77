import { Text } from '@mantine/core';

/** What root wrote, as text: nothing in it is markup. */
export function SiteText({ children }: { children: string }) {
  return <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{children}</Text>;
}
