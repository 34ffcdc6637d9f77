import { useQuery } from '@tanstack/react-query';
import { sessionsQuery } from '../../api/sessions.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { RevokeSession } from './revoke-session.tsx';
import { useSessionColumns } from './session-columns.tsx';

/** Where somebody is signed in. */
export function SessionsPage() {
  const { t } = useWords();
  const sessions = useQuery(sessionsQuery);
  const columns = useSessionColumns();
  return (
    <Page title={t('sessions.title')} lead={t('sessions.lead')}>
      <Panel>
        <Answered query={sessions}>
          <DataTable
            label={t('sessions.table')}
            columns={columns}
            rows={sessions.data}
            idOf={({ id }) => id}
            actions={(session) => !session.current && <RevokeSession session={session} />}
            empty={<EmptyState title={t('sessions.emptyTitle')} text={t('sessions.emptyText')} />}
          />
        </Answered>
      </Panel>
    </Page>
  );
}
