import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ChannelTest, isMade } from '../../api/channel-tests.ts';
import { allChannelsQuery } from '../../api/channels.ts';
import { PagedTable } from '../../table/paged-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { MadeTest } from './made-test.tsx';
import { useTestAll } from './use-test-all.ts';

/** Tests all channels, on and off, and shows each result as it comes, those that failed first. */
export function TestAll({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <SidePanel isOpen={isOpen} title={t('channels.test.all')} onClose={onClose}>
      <Tests />
    </SidePanel>
  );
}

function Tests() {
  const { t } = useWords();
  const { data: channels } = useQuery(allChannelsQuery);
  const { results, state, error, start, stop } = useTestAll();
  const nameOf = new Map(channels?.items.map(({ id, name }) => [id, name]));
  const isRunning = state === 'running';
  const expected = Math.max(channels?.total ?? 0, results.length, 1);
  const passed = results.filter(({ success }) => success).length;
  const failed = results.filter(isMade).length - passed;
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('channels.test.allLead')}</Text>
      {isRunning ? (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={stop}>
          {t('channels.test.stop')}
        </Button>
      ) : (
        <Button onClick={() => void start()}>
          {t(state === 'idle' ? 'channels.test.start' : 'channels.test.again')}
        </Button>
      )}
      {state !== 'idle' && (
        <Stack gap={6}>
          <Progress
            value={state === 'done' ? 100 : (results.length / expected) * 100}
            animated={isRunning}
            aria-label={t('channels.test.progress')}
          />
          <Group justify="space-between" aria-live="polite">
            <Text size="sm" className="numeric">
              {t('channels.test.tally', { passed, failed })}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`channels.test.states.${state}`)}
            </Text>
          </Group>
        </Stack>
      )}
      {error !== undefined && <ErrorState error={error} retry={start} />}
      {results.length > 0 && <Results results={results} nameOf={nameOf} />}
    </Stack>
  );
}

function Results({
  results,
  nameOf,
}: {
  results: readonly ChannelTest[];
  nameOf: ReadonlyMap<number, string>;
}) {
  const { t } = useWords();
  const sorted = results.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <PagedTable
      label={t('channels.test.results')}
      columns={[
        {
          id: 'channel',
          label: t('channels.name'),
          share: 30,
          inCard: 'start',
          show: (test) => nameOf.get(test.channel_id) ?? String(test.channel_id),
        },
        {
          id: 'result',
          label: t('channels.test.result'),
          inCard: 'end',
          show: (test) => <MadeTest test={test} />,
        },
        {
          id: 'message',
          label: t('channels.test.message'),
          wraps: true,
          show: ({ message, model }) => message || model,
        },
      ]}
      rows={sorted}
      idOf={(test) => test.channel_id}
      empty={<EmptyState title={t('channels.emptyTitle')} text={t('channels.emptyText')} />}
    />
  );
}

function rankOf(test: ChannelTest): number {
  if (!isMade(test)) return 2;
  return test.success ? 1 : 0;
}
