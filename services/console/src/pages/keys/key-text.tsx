import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownModelsQuery } from '../../api/own-models.ts';
import { samplesOf } from '../../samples/request-samples.ts';
import { CodeSamples } from '../../ui/code-samples.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useWords } from '../../words/use-words.ts';
import classes from './key-text.module.css';

/** The whole text of a key, and how to try it. That of a new one takes the place, and the focus, of the form that made it. */
export function KeyText({
  text,
  models,
  isNew,
  onDone,
}: {
  text: string;
  /** Those that it may use; none: all. */
  models: readonly string[];
  isNew: boolean;
  onDone: () => void;
}) {
  const { t } = useWords();
  const { data: all = [] } = useQuery(ownModelsQuery);
  const usable = all.filter(
    ({ name, kind }) => kind === 'chat' && (models.length === 0 || models.includes(name)),
  );
  const model = usable[0]?.name ?? models[0] ?? 'gpt-4o-mini';
  const body = { model, messages: [{ role: 'user', content: 'Hello' }] };
  return (
    <Stack gap="lg">
      <section>
        <Text c="dimmed" mb="xs">
          {t(isNew ? 'keys.createdText' : 'keys.shownText')}
        </Text>
        <Group className={classes.key} gap="xs" wrap="nowrap" justify="space-between">
          <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          <CopyButton value={text} autoFocus={isNew} />
        </Group>
      </section>
      <section>
        <Title order={3} mb="xs">
          {t('keys.tryIt')}
        </Title>
        <CodeSamples samples={samplesOf({ kind: 'chat', body }, window.location.origin, text)} />
      </section>
      <Button onClick={onDone}>{t('keys.done')}</Button>
    </Stack>
  );
}
