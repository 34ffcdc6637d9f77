import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type AllKeysAction,
  changeChannelKey,
  changeChannelKeys,
  type KeyAction,
} from '../../api/channel-keys.ts';
import { type Channel, type ChannelKey, channelQuery, channelsKey } from '../../api/channels.ts';
import { DataTable } from '../../table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TurnSwitch } from '../../ui/turn-switch.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

/** The keys of one channel: each can be switched off, on and deleted by itself. */
export function ChannelKeys({ channel, onClose }: { channel: Channel | undefined; onClose: () => void }) {
  const { t } = useWords();
  return (
    <SidePanel
      isOpen={channel !== undefined}
      title={t('channels.keysOf', { name: channel?.name })}
      onClose={onClose}
    >
      {channel && <Keys known={channel} />}
    </SidePanel>
  );
}

function Keys({ known }: { known: Channel }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const { data: channel } = useQuery(channelQuery(known));
  const { id, keys } = channel;
  const done = t('channels.key.done');
  const one = useAction({
    run: ({ key, action }: { key: ChannelKey; action: KeyAction }) => changeChannelKey(id, key, action),
    done,
    changes: channelsKey,
  });
  const all = useAction({
    run: (action: AllKeysAction) => changeChannelKeys(id, action),
    done,
    changes: channelsKey,
  });
  const isBusy = one.isPending || all.isPending;
  const nameOf = ({ index, last }: ChannelKey) =>
    last === ''
      ? t('channels.key.unseen', { number: index + 1 })
      : t('channels.key.seen', { number: index + 1, last });
  const off = keys.filter(({ enabled }) => !enabled).length;
  const ask = (name: string, run: () => void) =>
    confirm({
      title: t('channels.key.deleteTitle'),
      text: t('channels.key.deleteText', { name }),
      confirm: t('actions.delete'),
      run,
    });
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('channels.key.lead')}</Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={isBusy || off === 0}
          onClick={() => all.mutate('enable_all_keys')}
        >
          {t('channels.key.enableAll')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy || off === keys.length}
          onClick={() => all.mutate('disable_all_keys')}
        >
          {t('channels.key.disableAll')}
        </Button>
        <Button
          size="xs"
          color="red"
          variant="light"
          disabled={isBusy || off === 0 || off === keys.length}
          onClick={() =>
            ask(t('channels.key.allOff', { count: off }), () => all.mutate('delete_disabled_keys'))
          }
        >
          {t('channels.key.deleteOff')}
        </Button>
      </Group>
      <DataTable
        label={t('channels.keys')}
        rows={keys}
        idOf={({ index }) => index}
        columns={[
          { id: 'key', label: t('channels.key.name'), inCard: 'start', show: nameOf },
          {
            id: 'state',
            label: t('channels.state'),
            inCard: 'end',
            show: ({ enabled }) => (
              <Tag tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'channels.on' : 'channels.off')}</Tag>
            ),
          },
        ]}
        actions={(key) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <TurnSwitch
              label={t('channels.key.serves', { name: nameOf(key) })}
              isOn={key.enabled}
              isBusy={isBusy}
              turn={() => one.mutate({ key, action: key.enabled ? 'disable_key' : 'enable_key' })}
            />
            <Button
              size="compact-xs"
              color="red"
              variant="subtle"
              disabled={isBusy || keys.length === 1}
              aria-label={t('channels.key.delete', { name: nameOf(key) })}
              onClick={() => ask(nameOf(key), () => one.mutate({ key, action: 'delete_key' }))}
            >
              {t('actions.delete')}
            </Button>
          </Group>
        )}
        empty={<EmptyState title={t('channels.key.emptyTitle')} text={t('channels.key.emptyText')} />}
      />
    </Stack>
  );
}
