import { Group, Menu } from '@mantine/core';
import { IconCoins, IconCopy, IconKey, IconPlayerPlay } from '@tabler/icons-react';
import { askForBalance } from '../../api/channel-inquiries.ts';
import { type Channel, changeChannel, channelsKey, copyChannel, deleteChannel } from '../../api/channels.ts';
import { DeleteItem } from '../../ui/delete-item.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { TurnSwitch } from '../../ui/turn-switch.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useWords } from '../../words/use-words.ts';

const icon = { size: 16, stroke: 1.6 };

/** What can be done with a channel without opening it. */
export function ChannelActions({
  channel,
  test,
  showKeys,
}: {
  channel: Channel;
  test: () => void;
  showKeys: () => void;
}) {
  const { t } = useWords();
  const { id, name, enabled } = channel;
  const toggle = useAction({
    run: () => changeChannel(id, { enabled: !enabled }),
    done: t(enabled ? 'channels.turnedOff' : 'channels.turnedOn', { name }),
    changes: channelsKey,
  });
  const copy = useAction({ run: copyChannel, done: t('channels.copied', { name }), changes: channelsKey });
  const balance = useAction({
    run: askForBalance,
    done: t('channels.balances.told', { name }),
    changes: channelsKey,
  });
  const remove = useAction({
    run: deleteChannel,
    done: t('channels.deleted', { name }),
    changes: channelsKey,
  });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <TurnSwitch
        label={t('channels.serves', { name })}
        isOn={enabled}
        isBusy={toggle.isPending}
        turn={() => toggle.mutate(undefined)}
      />
      <RowMenu
        label={t('actions.more', { name })}
        isBusy={copy.isPending || balance.isPending || remove.isPending}
      >
        <Menu.Item leftSection={<IconPlayerPlay {...icon} />} onClick={test}>
          {t('channels.test.one')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCoins {...icon} />} onClick={() => balance.mutate(id)}>
          {t('channels.balances.askOne')}
        </Menu.Item>
        {channel.key_count > 0 && (
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={showKeys}>
            {t('channels.keys')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => copy.mutate(id)}>
          {t('channels.copy')}
        </Menu.Item>
        <Menu.Divider />
        <DeleteItem
          title={t('channels.deleteTitle')}
          text={t('channels.deleteText', { name })}
          run={() => remove.mutate(id)}
        />
      </RowMenu>
    </Group>
  );
}
