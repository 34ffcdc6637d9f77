import { SimpleGrid, Stack, Switch, Textarea } from '@mantine/core';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { ModelSelect, useModelNames } from './model-select.tsx';
import type { ChatOptions } from './use-conversation.ts';

export type ChatSettings = Omit<ChatOptions, 'models'>;

interface Models {
  model: string;
  /** The one to compare with; empty: none. */
  other: string;
}

const hottest = 2;
const mostTokens = 1_000_000;

/** Which models are asked, and how. */
export function ChatOptionsPanel({
  models: { model, other },
  changeModels,
  settings,
  changeSettings,
}: {
  models: Models;
  changeModels: (changes: Partial<Models>) => void;
  settings: ChatSettings;
  changeSettings: (changes: Partial<ChatSettings>) => void;
}) {
  const { t } = useWords();
  const names = useModelNames('chat');
  const toNumber = (value: string | number): number | '' => (value === '' ? '' : Number(value));
  return (
    <Panel p="md">
      <Stack gap="md">
        <ModelSelect
          kind="chat"
          label={t('playground.model')}
          value={model}
          onChange={(next) => changeModels({ model: next })}
        />
        <Switch
          label={t('playground.compare')}
          checked={other !== ''}
          onChange={({ currentTarget }) =>
            changeModels({
              other: currentTarget.checked ? (names.find((name) => name !== model) ?? model) : '',
            })
          }
        />
        {other !== '' && (
          <ModelSelect
            kind="chat"
            label={t('playground.other')}
            value={other}
            onChange={(next) => changeModels({ other: next })}
          />
        )}
        <Textarea
          label={t('playground.system')}
          placeholder={t('playground.systemHint')}
          autosize
          minRows={2}
          maxRows={10}
          value={settings.system}
          onChange={({ currentTarget }) => changeSettings({ system: currentTarget.value })}
        />
        <SimpleGrid cols={2} spacing="sm">
          <NumberField
            label={t('playground.temperature')}
            placeholder={t('playground.asModel')}
            clampBehavior="blur"
            min={0}
            max={hottest}
            step={0.1}
            decimalScale={2}
            value={settings.temperature}
            onChange={(value) => changeSettings({ temperature: toNumber(value) })}
          />
          <NumberField
            label={t('playground.maxTokens')}
            placeholder={t('playground.asModel')}
            clampBehavior="blur"
            min={1}
            max={mostTokens}
            step={256}
            allowDecimal={false}
            value={settings.maxTokens}
            onChange={(value) => changeSettings({ maxTokens: toNumber(value) })}
          />
        </SimpleGrid>
      </Stack>
    </Panel>
  );
}
