import { useQuery } from '@tanstack/react-query';
import { type Passkey, passkeysQuery } from '../../api/passkeys.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PasskeysElsewhere } from '../../ui/passkeys-elsewhere.tsx';
import { Section } from '../../ui/section.tsx';
import { usePasskeyPlace } from '../../ui/use-passkey-place.ts';
import { useWords } from '../../words/use-words.ts';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey } from './remove-passkey.tsx';

/** What somebody signs in with in place of a password. */
export function Passkeys() {
  const { t, format } = useWords();
  const passkeys = useQuery(passkeysQuery);
  const place = usePasskeyPlace();
  const columns: Column<Passkey>[] = [
    { id: 'name', label: t('forms.name'), show: ({ name }) => name },
    {
      id: 'kept',
      label: t('security.keptWhere'),
      show: (passkey) => t(passkey.is_backed_up ? 'security.keptInSeveral' : 'security.keptInOne'),
    },
    { id: 'added', label: t('security.added'), show: (passkey) => format.time(passkey.created_at) },
    {
      id: 'used',
      label: t('security.used'),
      show: ({ last_used_at: used }) => (used === null ? t('security.neverUsed') : format.ago(used)),
    },
  ];
  return (
    <Section
      title={t('security.passkeys')}
      text={
        place?.kind === 'elsewhere' ? (
          <PasskeysElsewhere origin={place.origin} path={paths.security} />
        ) : (
          t(place?.kind === 'nowhere' ? 'security.noPasskeysHere' : 'security.passkeysText')
        )
      }
      actions={place?.kind === 'here' && <AddPasskey />}
    >
      <Answered query={passkeys}>
        <DataTable
          label={t('security.passkeys')}
          columns={columns}
          rows={passkeys.data}
          idOf={({ id }) => id}
          actions={(passkey) => <RemovePasskey passkey={passkey} />}
          empty={<EmptyState title={t('security.noPasskeys')} text={t('security.noPasskeysText')} />}
        />
      </Answered>
    </Section>
  );
}
