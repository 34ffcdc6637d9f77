import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconDevices, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { roleOf } from '../api/user.ts';
import { paths } from '../paths.ts';
import { useWords } from '../words/use-words.ts';
import { useCurrentUser } from './current-user.ts';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu() {
  const { t } = useWords();
  const user = useCurrentUser();
  const signOut = useSignOut();
  const name = user.display_name || user.username;
  return (
    <Menu width={220}>
      <Menu.Target>
        <UnstyledButton ml={4}>
          <VisuallyHidden>{t('header.account', { name })}</VisuallyHidden>
          <Avatar size={30} name={name} color="water" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs">{t(`roles.${roleOf(user)}`)}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.account} leftSection={<IconUser size={16} stroke={1.6} />}>
          {t('account.title')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.sessions} leftSection={<IconDevices size={16} stroke={1.6} />}>
          {t('sessions.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => signOut()}>
          {t('header.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
