import { Group, NativeSelect, useMantineColorScheme } from '@mantine/core';
import type { Theme } from '../../api/user.ts';
import { useKeepSetting } from '../../ui/use-keep-setting.ts';
import { type Language, languages } from '../../words/languages.ts';
import { useWords } from '../../words/use-words.ts';

/** The language and the theme, wherever somebody signs in. */
export function Appearance() {
  const { t, language } = useWords();
  const { colorScheme } = useMantineColorScheme();
  const { chooseLanguage, chooseTheme } = useKeepSetting();
  const themes: { value: Theme; label: string }[] = [
    { value: 'system', label: t('header.themeAuto') },
    { value: 'light', label: t('header.themeLight') },
    { value: 'dark', label: t('header.themeDark') },
  ];
  const codes = Object.keys(languages) as Language[];
  return (
    <Group grow>
      <NativeSelect
        label={t('header.language')}
        value={language}
        data={codes.map((value) => ({ value, label: languages[value] }))}
        onChange={({ currentTarget: { selectedIndex } }) => {
          const chosen = codes[selectedIndex];
          if (chosen) chooseLanguage(chosen);
        }}
      />
      <NativeSelect
        label={t('header.theme')}
        value={colorScheme === 'auto' ? 'system' : colorScheme}
        data={themes}
        onChange={({ currentTarget: { selectedIndex } }) => {
          const chosen = themes[selectedIndex];
          if (chosen) chooseTheme(chosen.value);
        }}
      />
    </Group>
  );
}
