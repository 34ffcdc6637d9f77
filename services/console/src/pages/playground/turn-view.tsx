import { Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';
import { describeError } from '../../words/describe-error.ts';
import { useWords } from '../../words/use-words.ts';
import type { Answer, Turn } from './conversation.ts';
import classes from './turn-view.module.css';

/** A question with its answers, side by side. What models say is text, and never more. */
export function TurnView({ turn: { prompt, answers } }: { turn: Turn }) {
  return (
    <Stack gap="sm">
      <div className={classes.prompt}>{prompt}</div>
      <SimpleGrid cols={{ base: 1, sm: answers.length }} spacing="md">
        {answers.map((answer, side) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
          <AnswerView key={side} answer={answer} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function AnswerView({ answer }: { answer: Answer }) {
  const { t, format } = useWords();
  const { model, text, reasoning, state, error, usage, firstMs, totalMs } = answer;
  const measured = [
    usage &&
      t('playground.usage', { input: format.number(usage.input), output: format.number(usage.output) }),
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
      </Text>
    </article>
  );
}
