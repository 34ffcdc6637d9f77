import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { type Channel, changeChannel, channelsKey } from '../../api/channels.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useWords } from '../../words/use-words.ts';

/** Before which others a channel is asked, and how often; changed in its place. */
export function ChannelOrder({ channel }: { channel: Channel }) {
  const { t, format } = useWords();
  const { id, name, priority, weight } = channel;
  const order = `${format.number(priority)} · ${format.number(weight)}`;
  const [isOpen, setIsOpen] = useState(false);
  // What was typed and nothing else goes on: somebody else may be changing the other number.
  const [typed, setTyped] = useState<{ priority?: number | string; weight?: number | string }>({});
  const { priority: nextPriority, weight: nextWeight } = { priority, weight, ...typed };
  const change = useAction({
    async run() {
      await changeChannel(id, {
        ...(typed.priority !== undefined && { priority: Number(typed.priority) }),
        ...(typed.weight !== undefined && { weight: Number(typed.weight) }),
      });
      setIsOpen(false);
    },
    done: t('channels.changed'),
    changes: channelsKey,
  });

  function turn(isOpening: boolean): void {
    setTyped({});
    setIsOpen(isOpening);
  }

  return (
    <Popover opened={isOpen} onChange={turn} trapFocus withArrow position="bottom-end">
      <Popover.Target>
        <UnstyledButton
          fz="inherit"
          // Above what opens the row.
          style={{ position: 'relative', zIndex: 1 }}
          aria-label={t('channels.changeOrder', { name, order })}
          onClick={() => turn(!isOpen)}
        >
          <Text span inherit td="underline" style={{ textDecorationStyle: 'dotted', textUnderlineOffset: 3 }}>
            {order}
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate(undefined);
          }}
        >
          <Stack gap="sm" w={180}>
            <NumberField
              size="xs"
              label={t('channels.priority')}
              allowDecimal={false}
              value={nextPriority}
              onChange={(next) => setTyped({ ...typed, priority: next })}
            />
            <NumberField
              size="xs"
              label={t('channels.weight')}
              allowDecimal={false}
              min={0}
              value={nextWeight}
              onChange={(next) => setTyped({ ...typed, weight: next })}
            />
            <Button
              type="submit"
              size="xs"
              loading={change.isPending}
              disabled={nextPriority === '' || nextWeight === ''}
            >
              {t('actions.save')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
