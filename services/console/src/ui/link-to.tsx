import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A way to another page of the console, in a line of text. */
export function LinkTo({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={path} size="sm">
      {children}
    </Anchor>
  );
}
