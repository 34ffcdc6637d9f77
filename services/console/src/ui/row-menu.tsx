import { ActionIcon, Loader, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

/** Colour of an item that takes something away. The library's red cannot be read in a menu, on either ground. */
export const danger = 'var(--mantine-color-error)';

/** What can be done with one thing of a list, behind a button. */
export function RowMenu({
  label,
  isBusy = false,
  children,
}: {
  label: string;
  isBusy?: boolean;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu disabled={isBusy}>
      <Menu.Target>
        {/* Not `loading`, which would take the focus that comes back from the menu. */}
        <ActionIcon ref={button} aria-label={label} aria-busy={isBusy}>
          {isBusy ? <Loader size={15} /> : <IconDots size={17} stroke={1.6} />}
        </ActionIcon>
      </Menu.Target>
      {/* Before an item asks something: the focus comes back to where it was then, and the item is gone. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
