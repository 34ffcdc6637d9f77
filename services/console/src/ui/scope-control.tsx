import { SegmentedControl } from '@mantine/core';
import type { Scope } from '../api/scope.ts';
import { hasRole } from '../api/user.ts';
import { useWords } from '../words/use-words.ts';
import { useCurrentUser } from './current-user.ts';

/** Lets administrators look at everybody's. Others see nothing of it. */
export function ScopeControl({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useWords();
  if (!hasRole(useCurrentUser(), 'admin')) return null;
  return (
    <SegmentedControl<Scope>
      size="xs"
      aria-label={t('scope.label')}
      value={value}
      onChange={onChange}
      data={[
        { value: 'self', label: t('scope.self') },
        { value: 'all', label: t('scope.all') },
      ]}
    />
  );
}
