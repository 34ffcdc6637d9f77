import { Button, Group, Textarea } from '@mantine/core';
import { IconPlayerStop, IconSend } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useWords } from '../../words/use-words.ts';

/** Where the next question is written: Enter sends it. */
export function Composer({
  value,
  change,
  canSend,
  isRunning,
  send,
  stop,
}: {
  value: string;
  change: (text: string) => void;
  canSend: boolean;
  isRunning: boolean;
  send: () => void;
  stop: () => void;
}) {
  const { t } = useWords();
  const isReady = canSend && !isRunning && value.trim() !== '';
  function sendOnEnter(event: KeyboardEvent): void {
    // Enter also chooses among the words that an input method offers.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isReady) send();
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <Textarea
        flex={1}
        autosize
        minRows={2}
        maxRows={12}
        aria-label={t('playground.prompt')}
        placeholder={t('playground.promptHint')}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
      {isRunning ? (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={stop}>
          {t('playground.stop')}
        </Button>
      ) : (
        <Button leftSection={<IconSend size={16} />} disabled={!isReady} onClick={send}>
          {t('playground.send')}
        </Button>
      )}
    </Group>
  );
}
