import { Button } from '@mantine/core';
import { type Passkey, removePasskey } from '../../api/passkeys.ts';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useGuarded } from '../../ui/use-guarded.ts';
import { useWords } from '../../words/use-words.ts';

export function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const guarded = useGuarded();
  const remove = useAction({
    run: (removed: number) => guarded(() => removePasskey(removed)),
    done: t('security.passkeyRemoved'),
    changes: ['user'],
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={remove.isPending}
      aria-label={t('security.removeNamed', { name })}
      onClick={() =>
        confirm({
          title: t('security.removePasskeyTitle'),
          text: t('security.removePasskeyText', { name }),
          confirm: t('security.remove'),
          run: () => remove.mutate(id),
        })
      }
    >
      {t('security.remove')}
    </Button>
  );
}
