import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askForBalances } from '../../api/channel-inquiries.ts';
import { allChannelsQuery, type Channel, channelsKey } from '../../api/channels.ts';
import { PagedTable } from '../../table/paged-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { LastBalance } from './last-balance.tsx';
import { NotAllChannels } from './not-all-channels.tsx';

/** What is left at the upstreams, as they told last, and now: those first that refuse to tell, then those that have told. */
export function Balances({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <SidePanel isOpen={isOpen} title={t('channels.balances.title')} onClose={onClose}>
      <Text c="dimmed" mb="md">
        {t('channels.balances.lead')}
      </Text>
      <Told />
    </SidePanel>
  );
}

function Told() {
  const { t } = useWords();
  const cache = useQueryClient();
  const channels = useQuery(allChannelsQuery);
  const asked = useMutation({
    mutationFn: askForBalances,
    onSettled: () => cache.invalidateQueries({ queryKey: channelsKey }),
  });
  const refusalOf = ({ id }: Channel): string | undefined => {
    const answer = asked.data?.get(id);
    return answer && !answer.success ? answer.message : undefined;
  };
  const rankOf = (channel: Channel): number => {
    if (refusalOf(channel) !== undefined) return 0;
    return channel.balance === null ? 2 : 1;
  };
  return (
    <Stack gap="md">
      <Button loading={asked.isPending} onClick={() => asked.mutate()}>
        {t('channels.balances.ask')}
      </Button>
      {asked.error && <ErrorState error={asked.error} retry={() => asked.mutate()} />}
      <Answered query={channels}>
        <NotAllChannels {...channels.data} />
        <PagedTable
          label={t('channels.balances.title')}
          columns={[
            {
              id: 'channel',
              label: t('channels.name'),
              share: 30,
              inCard: 'start',
              show: ({ name }) => name,
            },
            {
              id: 'balance',
              label: t('channels.balances.left'),
              isNumeric: true,
              inCard: 'end',
              show: (channel) => <LastBalance channel={channel} />,
            },
            {
              id: 'message',
              label: t('channels.test.message'),
              wraps: true,
              show: (channel) => (
                <Text span inherit c="dimmed">
                  {refusalOf(channel)}
                </Text>
              ),
            },
          ]}
          rows={channels.data?.items.toSorted((one, other) => rankOf(one) - rankOf(other))}
          idOf={({ id }) => id}
          empty={<EmptyState title={t('channels.emptyTitle')} text={t('channels.emptyText')} />}
        />
      </Answered>
    </Stack>
  );
}
