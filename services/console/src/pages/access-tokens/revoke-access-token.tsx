import { Button } from '@mantine/core';
import { type AccessToken, accessTokensQuery, revokeAccessToken } from '../../api/access-tokens.ts';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

export function RevokeAccessToken({ token: { id, name } }: { token: AccessToken }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const revoke = useAction({
    run: revokeAccessToken,
    done: t('accessTokens.revoked'),
    changes: accessTokensQuery.queryKey,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={revoke.isPending}
      aria-label={t('accessTokens.revokeNamed', { name })}
      onClick={() =>
        confirm({
          title: t('accessTokens.revokeTitle'),
          text: t('accessTokens.revokeText', { name }),
          confirm: t('accessTokens.revoke'),
          run: () => revoke.mutate(id),
        })
      }
    >
      {t('accessTokens.revoke')}
    </Button>
  );
}
