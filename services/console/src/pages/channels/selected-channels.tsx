import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { deleteChannels, switchChannels, tagChannels } from '../../api/channel-batches.ts';
import { channelsKey } from '../../api/channels.ts';
import { MutationForm } from '../../forms/mutation-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

const small = { size: 'xs', variant: 'default' } as const;

/** What can be done with all channels that were chosen. */
export function SelectedChannels({ ids, onDone }: { ids: readonly number[]; onDone: () => void }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const [isTagging, setIsTagging] = useState(false);
  const count = ids.length;
  const done = t('channels.many.done', { count });
  const turn = useAction({
    run: (enabled: boolean) => switchChannels(ids, enabled).then(onDone),
    done,
    changes: channelsKey,
  });
  const remove = useAction({ run: () => deleteChannels(ids).then(onDone), done, changes: channelsKey });
  const tag = useAction({
    run: (text: string) => tagChannels(ids, text).then(onDone),
    done,
    changes: channelsKey,
  });
  if (count === 0) return null;
  const isBusy = turn.isPending || remove.isPending || tag.isPending;
  return (
    <Group gap="xs" role="group" aria-label={t('table.selected', { count })}>
      <Button {...small} disabled={isBusy} onClick={() => turn.mutate(true)}>
        {t('channels.many.enable', { count })}
      </Button>
      <Button {...small} disabled={isBusy} onClick={() => turn.mutate(false)}>
        {t('channels.many.disable', { count })}
      </Button>
      <Button {...small} disabled={isBusy} onClick={() => setIsTagging(true)}>
        {t('channels.many.tag', { count })}
      </Button>
      <Button
        size="xs"
        color="red"
        variant="light"
        disabled={isBusy}
        onClick={() =>
          confirm({
            title: t('channels.many.deleteTitle', { count }),
            text: t('channels.many.deleteText'),
            confirm: t('actions.delete'),
            run: () => remove.mutate(undefined),
          })
        }
      >
        {t('channels.many.delete', { count })}
      </Button>
      <Dialog
        isOpen={isTagging}
        title={t('channels.many.tag', { count })}
        onClose={() => setIsTagging(false)}
      >
        <MutationForm
          defaults={{ tag: '' }}
          mutate={({ tag: text }) => tag.mutateAsync(text.trim())}
          onDone={() => setIsTagging(false)}
          submit={t('actions.save')}
        >
          {(form) => (
            <TextInput
              label={t('channels.tag')}
              description={t('channels.many.tagHint')}
              data-autofocus
              {...form.getInputProps('tag')}
            />
          )}
        </MutationForm>
      </Dialog>
    </Group>
  );
}
