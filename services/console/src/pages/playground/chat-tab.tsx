import { Button, Grid, Group, Stack } from '@mantine/core';
import { IconMessage, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toStreamed } from '../../api/chat.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { ChatOptionsPanel, type ChatSettings } from './chat-options.tsx';
import { CodeButton } from './code-button.tsx';
import { Composer } from './composer.tsx';
import { messagesFor } from './conversation.ts';
import { useModelNames } from './model-select.tsx';
import type { TabProps } from './playground-page.tsx';
import { TurnView } from './turn-view.tsx';
import { type ChatOptions, toRequest, useConversation } from './use-conversation.ts';

/** A conversation with a model, or with two side by side. */
export function ChatTab({ tellLoss }: TabProps) {
  const { t } = useWords();
  const [first] = useModelNames('chat');
  const [{ model: chosen, other }, changeModels] = useUrlState({ model: '', other: '' });
  const [settings, setSettings] = useState<ChatSettings>({ system: '', temperature: '', maxTokens: '' });
  const [prompt, setPrompt] = useState('');
  const model = chosen || first || '';
  const options: ChatOptions = { ...settings, models: [model, ...(other ? [other] : [])] };
  const { turns, isRunning, ask, askAgain, stop, stopSide, clear } = useConversation(options);
  const chat = turns.length > 0 || prompt !== '' ? 'typed' : undefined;
  useEffect(() => tellLoss({ chat }), [chat, tellLoss]);
  const messages = messagesFor(turns, {
    side: 0,
    system: settings.system,
    prompt: prompt || t('playground.hello'),
  });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
        <Panel p="md">
          <Stack gap="md" mih={{ md: 520 }} justify="space-between">
            {turns.length === 0 ? (
              <EmptyState
                icon={IconMessage}
                title={t('playground.emptyTitle')}
                text={t('playground.emptyText')}
              />
            ) : (
              <Stack gap="lg" role="log" aria-label={t('playground.conversation')}>
                {turns.map((turn) => (
                  <TurnView key={turn.id} turn={turn} stopSide={stopSide} />
                ))}
              </Stack>
            )}
            <Stack gap="xs">
              <Composer
                value={prompt}
                change={setPrompt}
                canSend={model !== ''}
                isRunning={isRunning}
                stop={stop}
                send={() => {
                  ask(prompt.trim());
                  setPrompt('');
                }}
              />
              <Group gap="xs">
                <CodeButton
                  request={{ kind: 'chat', body: toStreamed(toRequest(options, model, messages)) }}
                />
                {turns.length > 0 && (
                  <>
                    <Button
                      size="xs"
                      variant="default"
                      disabled={isRunning}
                      leftSection={<IconRefresh size={15} stroke={1.6} />}
                      onClick={askAgain}
                    >
                      {t('playground.again')}
                    </Button>
                    <Button
                      size="xs"
                      variant="subtle"
                      color="gray"
                      leftSection={<IconTrash size={15} stroke={1.6} />}
                      onClick={clear}
                    >
                      {t('playground.clear')}
                    </Button>
                  </>
                )}
              </Group>
            </Stack>
          </Stack>
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
        <ChatOptionsPanel
          models={{ model, other }}
          changeModels={changeModels}
          settings={settings}
          changeSettings={(changes) => setSettings({ ...settings, ...changes })}
        />
      </Grid.Col>
    </Grid>
  );
}
