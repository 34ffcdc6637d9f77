import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { switchTag } from '../../api/channel-batches.ts';
import { allChannelsQuery, channelsKey } from '../../api/channels.ts';
import { TagForm } from '../../forms/tag-form.tsx';
import { PagedTable } from '../../table/paged-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useWords } from '../../words/use-words.ts';
import { countTags } from './count-tags.ts';
import { NotAllChannels } from './not-all-channels.tsx';

/** The tags that channels have: what has the same one is switched and changed together. */
export function ChannelTags({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <SidePanel isOpen={isOpen} title={t('channels.tags.title')} onClose={onClose}>
      <Text c="dimmed" mb="md">
        {t('channels.tags.lead')}
      </Text>
      <Tags />
    </SidePanel>
  );
}

function Tags() {
  const { t } = useWords();
  const channels = useQuery(allChannelsQuery);
  const [changed, setChanged] = useState<string>();
  const turn = useAction({
    run: ({ tag, enabled }: { tag: string; enabled: boolean }) => switchTag(tag, enabled),
    done: t('channels.tags.done'),
    changes: channelsKey,
  });
  const buttonOf = (tag: string, enabled: boolean) => (
    <Button
      size="compact-xs"
      variant="default"
      disabled={turn.isPending}
      aria-label={t(enabled ? 'channels.tags.enableNamed' : 'channels.tags.disableNamed', { tag })}
      onClick={() => turn.mutate({ tag, enabled })}
    >
      {t(enabled ? 'channels.tags.enable' : 'channels.tags.disable')}
    </Button>
  );
  return (
    <Stack gap="md">
      <Answered query={channels}>
        <NotAllChannels {...channels.data} />
        <PagedTable
          label={t('channels.tags.title')}
          rows={channels.data && countTags(channels.data.items)}
          idOf={({ tag }) => tag}
          columns={[
            { id: 'tag', label: t('channels.tag'), inCard: 'start', show: ({ tag }) => tag },
            {
              id: 'channels',
              label: t('channels.title'),
              isNumeric: true,
              inCard: 'end',
              show: ({ on, count }) => t('channels.keysOn', { on, count }),
            },
          ]}
          actions={({ tag }) => (
            <Group gap={6} justify="flex-end" wrap="nowrap">
              {buttonOf(tag, true)}
              {buttonOf(tag, false)}
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('channels.tags.changeNamed', { tag })}
                onClick={() => setChanged(tag)}
              >
                {t('channels.tags.change')}
              </Button>
            </Group>
          )}
          empty={<EmptyState title={t('channels.tags.emptyTitle')} text={t('channels.tags.emptyText')} />}
        />
      </Answered>
      <Dialog
        isOpen={changed !== undefined}
        title={t('channels.tags.changeNamed', { tag: changed })}
        onClose={() => setChanged(undefined)}
      >
        {changed !== undefined && <TagForm tag={changed} onDone={() => setChanged(undefined)} />}
      </Dialog>
    </Stack>
  );
}
