import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';
import { useKeepSetting } from './use-keep-setting.ts';

const choices = [
  { scheme: 'auto', word: 'header.themeAuto', icon: IconDeviceDesktop },
  { scheme: 'light', word: 'header.themeLight', icon: IconSun },
  { scheme: 'dark', word: 'header.themeDark', icon: IconMoon },
] as const;

export function ThemeMenu() {
  const { t } = useWords();
  const { colorScheme } = useMantineColorScheme();
  const { chooseTheme } = useKeepSetting();
  const Shown = useComputedColorScheme('light') === 'dark' ? IconMoon : IconSun;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('header.theme')}>
          <Shown size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ scheme, word, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} stroke={1.6} />}
            rightSection={scheme === colorScheme && <IconCheck size={16} />}
            onClick={() => chooseTheme(scheme === 'auto' ? 'system' : scheme)}
          >
            {t(word)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
