import { ActionIcon, Loader, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Spent } from '../../ui/spent.tsx';
import { describeError } from '../../words/describe-error.ts';
import { useWords } from '../../words/use-words.ts';
import type { Answer, Turn } from './conversation.ts';
import classes from './turn-view.module.css';

/** A question with its answers, side by side. What models say is text, and never more. */
export function TurnView({
  turn: { prompt, answers },
  stopSide,
}: {
  turn: Turn;
  stopSide: (side: number) => void;
}) {
  return (
    <Stack gap="sm">
      <div className={classes.prompt}>{prompt}</div>
      <SimpleGrid cols={{ base: 1, sm: answers.length }} spacing="md">
        {answers.map((answer, side) => (
          <AnswerView
            // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
            key={side}
            answer={answer}
            {...(answers.length > 1 && { stop: () => stopSide(side) })}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** @param stop ends this one, where there are others. */
function AnswerView({ answer, stop }: { answer: Answer; stop?: () => void }) {
  const { t, format } = useWords();
  const { model, text, reasoning, state, error, usage, firstMs, totalMs, requestId } = answer;
  const measured = [
    usage &&
      t('playground.usage', {
        count: usage.input,
        input: format.number(usage.input),
        output: format.number(usage.output),
      }),
    firstMs !== undefined && t('playground.firstPiece', { duration: format.duration(firstMs) }),
    totalMs !== undefined && t('playground.total', { duration: format.duration(totalMs) }),
    state === 'stopped' && t('playground.stopped'),
  ].filter((part) => typeof part === 'string');
  return (
    <article className={classes.answer} aria-busy={state === 'running'}>
      <header className={classes.header}>
        <Text size="xs" fw={600} truncate>
          {model}
        </Text>
        {text !== '' && state !== 'running' && <CopyButton value={text} />}
        {stop && state === 'running' && <StopButton model={model} stop={stop} />}
      </header>
      {reasoning !== '' && (
        <details className={classes.reasoning}>
          <summary>{t('playground.reasoning')}</summary>
          <div className={classes.text}>{reasoning}</div>
        </details>
      )}
      <div className={classes.text}>{text}</div>
      {state === 'running' && <Loader type="dots" size="xs" aria-label={t('playground.running')} />}
      {state === 'failed' && (
        <Text c="var(--console-bad)" size="sm" role="alert">
          {describeError(error, t)}
        </Text>
      )}
      <Text size="xs" c="dimmed" className="numeric">
        {measured.join(' · ')}
        {requestId && state !== 'running' && (
          <>
            {measured.length > 0 && ' · '}
            <Spent requestId={requestId} />
          </>
        )}
      </Text>
    </article>
  );
}

function StopButton({ model, stop }: { model: string; stop: () => void }) {
  const { t } = useWords();
  const label = t('playground.stopOne', { model });
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={stop} aria-label={label} color="gray">
        <IconPlayerStop size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
