import { Box, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Channel, channelsQuery } from '../../api/channels.ts';
import { listPageSize } from '../../api/list-page.ts';
import { ChannelForm } from '../../forms/channel-form.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { NumberedPager } from '../../table/numbered-pager.tsx';
import { useNumberedPages } from '../../table/use-numbered-pages.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { Balances } from './balances.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { useChannelColumns } from './channel-columns.tsx';
import { ChannelFacts } from './channel-facts.tsx';
import { ChannelFilters } from './channel-filters.tsx';
import { ChannelKeys } from './channel-keys.tsx';
import { ChannelTags } from './channel-tags.tsx';
import { SelectedChannels } from './selected-channels.tsx';
import { TestAll } from './test-all.tsx';
import { TestChannel } from './test-channel.tsx';
import { useChannelFilter } from './use-channel-filter.ts';

/** What is open over the page. */
type Open =
  | { what: 'form' | 'test' | 'keys'; channel: Channel }
  | { what: 'new' | 'tests' | 'balances' | 'tags' };

/** Where requests go. */
export function ChannelsPage() {
  const { t } = useWords();
  const { filter, isFiltered, change, clear } = useChannelFilter();
  const pages = useNumberedPages();
  const list = useQuery(channelsQuery(filter, pages.page));
  const { data, isPlaceholderData } = list;
  const columns = useChannelColumns();
  const [open, setOpen] = useState<Open>();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const shown = data?.items.filter(({ id }) => selected.has(id)) ?? [];
  const close = () => setOpen(undefined);
  const isForm = open?.what === 'form' || open?.what === 'new';
  return (
    <Page
      title={t('channels.title')}
      lead={t('channels.lead')}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setOpen({ what: 'tags' })}>
            {t('channels.tags.title')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen({ what: 'balances' })}>
            {t('channels.balances.title')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen({ what: 'tests' })}>
            {t('channels.test.all')}
          </Button>
          <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setOpen({ what: 'new' })}>
            {t('channels.create')}
          </Button>
        </>
      }
    >
      <Panel>
        <ChannelFilters filter={filter} isFiltered={isFiltered} change={change} clear={clear} />
        {shown.length > 0 && (
          <Box px="md" pb="md">
            <SelectedChannels ids={shown.map(({ id }) => id)} onDone={() => setSelected(new Set())} />
          </Box>
        )}
        <Answered query={list} pages={pages}>
          <DataTable
            label={t('channels.title')}
            columns={columns}
            rows={data?.items}
            pages={pages}
            idOf={({ id }) => id}
            open={{
              label: ({ name }) => t('actions.openNamed', { name }),
              run: (channel) => setOpen({ what: 'form', channel }),
            }}
            selection={{ ids: selected, change: setSelected, nameOf: ({ name }) => name }}
            actions={(channel) => (
              <ChannelActions
                channel={channel}
                test={() => setOpen({ what: 'test', channel })}
                showKeys={() => setOpen({ what: 'keys', channel })}
              />
            )}
            empty={
              <EmptyState
                title={t(isFiltered ? 'channels.noneFound' : 'channels.emptyTitle')}
                text={t(isFiltered ? 'channels.noneFoundText' : 'channels.emptyText')}
              />
            }
            isStale={isPlaceholderData}
          />
        </Answered>
        {data && data.total > 0 && <NumberedPager total={data.total} pageSize={listPageSize} pages={pages} />}
      </Panel>
      <SidePanel
        isOpen={isForm}
        title={open?.what === 'form' ? open.channel.name : t('channels.create')}
        onClose={close}
      >
        {open?.what === 'form' && (
          <Box mb="lg">
            <ChannelFacts channel={open.channel} />
          </Box>
        )}
        {isForm && <ChannelForm channel={open.what === 'form' ? open.channel : undefined} onDone={close} />}
      </SidePanel>
      <TestChannel channel={open?.what === 'test' ? open.channel : undefined} onClose={close} />
      <ChannelKeys channel={open?.what === 'keys' ? open.channel : undefined} onClose={close} />
      <ChannelTags isOpen={open?.what === 'tags'} onClose={close} />
      <TestAll isOpen={open?.what === 'tests'} onClose={close} />
      <Balances isOpen={open?.what === 'balances'} onClose={close} />
    </Page>
  );
}
