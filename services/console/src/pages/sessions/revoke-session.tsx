import { Button } from '@mantine/core';
import { revokeSession, type Session, sessionsQuery } from '../../api/sessions.ts';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDeviceName } from './use-device-name.ts';

export function RevokeSession({ session }: { session: Session }) {
  const { t } = useWords();
  const name = useDeviceName()(session);
  const confirm = useConfirm();
  const revoke = useAction({
    run: revokeSession,
    done: t('sessions.revoked'),
    changes: sessionsQuery.queryKey,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={revoke.isPending}
      aria-label={t('sessions.revokeNamed', { name })}
      onClick={() =>
        confirm({
          title: t('sessions.revokeTitle'),
          text: t('sessions.revokeText', { name }),
          confirm: t('sessions.revoke'),
          run: () => revoke.mutate(session.id),
        })
      }
    >
      {t('sessions.revoke')}
    </Button>
  );
}
