import { Center, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { balancesQuery, type ChannelBalance } from '../../api/channel-inquiries.ts';
import { allChannelsQuery } from '../../api/channels.ts';
import { DataTable } from '../../table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';

/** What is left at the upstreams. */
export function Balances({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <SidePanel isOpen={isOpen} title={t('channels.balances.title')} onClose={onClose}>
      <Text c="dimmed" mb="md">
        {t('channels.balances.lead')}
      </Text>
      <Asked />
    </SidePanel>
  );
}

function Asked() {
  const { t, format } = useWords();
  const { data, error, refetch, isPending } = useQuery(balancesQuery);
  const { data: channels = [] } = useQuery(allChannelsQuery);
  const nameOf = new Map(channels.map(({ id, name }) => [id, name]));
  const show = ({ success, message, balance, currency }: ChannelBalance) =>
    success && balance !== null && currency !== null ? (
      <Text span inherit fw={600}>
        {format.money(balance, currency)}
      </Text>
    ) : (
      <Text span inherit c="dimmed" style={{ whiteSpace: 'normal' }}>
        {message}
      </Text>
    );
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (isPending)
    return (
      <Center py="xl">
        <Loader size="sm" role="status" aria-label={t('channels.balances.asking')} />
      </Center>
    );
  return (
    <DataTable
      label={t('channels.balances.title')}
      columns={[
        {
          id: 'channel',
          label: t('channels.name'),
          show: (one) => nameOf.get(one.channel_id) ?? one.channel_id,
        },
        { id: 'balance', label: t('channels.balances.left'), isNumeric: true, show },
      ]}
      rows={data.items.toSorted((one, other) => Number(other.success) - Number(one.success))}
      idOf={(one) => one.channel_id}
      empty={<EmptyState title={t('channels.emptyTitle')} text={t('channels.emptyText')} />}
    />
  );
}
