import { useQuery } from '@tanstack/react-query';
import { type AccessToken, accessTokensQuery } from '../../api/access-tokens.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { CreateAccessToken } from './create-access-token.tsx';
import { RevokeAccessToken } from './revoke-access-token.tsx';

/** What programs manage an account with. */
export function AccessTokensPage() {
  const { t, format } = useWords();
  const tokens = useQuery(accessTokensQuery);
  const columns: Column<AccessToken>[] = [
    { id: 'name', label: t('forms.name'), isName: true, share: 40, show: ({ name }) => name },
    { id: 'made', label: t('accessTokens.made'), show: (token) => format.time(token.created_at) },
    {
      id: 'used',
      label: t('accessTokens.used'),
      show: ({ last_used_at: used }) => (used === null ? t('accessTokens.never') : format.ago(used)),
    },
  ];
  return (
    <Page title={t('accessTokens.title')} lead={t('accessTokens.lead')} actions={<CreateAccessToken />}>
      <Panel>
        <Answered query={tokens}>
          <DataTable
            label={t('accessTokens.title')}
            columns={columns}
            rows={tokens.data}
            idOf={({ id }) => id}
            actions={(token) => <RevokeAccessToken token={token} />}
            empty={<EmptyState title={t('accessTokens.emptyTitle')} text={t('accessTokens.emptyText')} />}
          />
        </Answered>
      </Panel>
    </Page>
  );
}
