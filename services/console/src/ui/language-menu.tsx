import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { type Language, languages } from '../words/languages.ts';
import { useWords } from '../words/use-words.ts';
import { useKeepSetting } from './use-keep-setting.ts';

const choices = Object.entries(languages) as [Language, string][];

export function LanguageMenu() {
  const { t, language } = useWords();
  const { chooseLanguage } = useKeepSetting();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('header.language')}>
          <IconLanguage size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => chooseLanguage(code)}
            rightSection={code === language && <IconCheck size={16} />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
