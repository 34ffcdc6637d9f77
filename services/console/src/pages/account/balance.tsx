import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../../api/user.ts';
import { RedeemForm } from '../../forms/redeem-form.tsx';
import { useCurrentUser } from '../../ui/current-user.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../words/use-words.ts';

/** What somebody may still spend, and how it becomes more. */
export function Balance({ onRedeemed }: { onRedeemed: (message: string) => void }) {
  const { t, format } = useWords();
  const known = useCurrentUser();
  const { data: user = known } = useQuery(balanceQuery);
  const amountOf = (units: number | null) => (units === null ? t('account.unknown') : format.quota(units));
  return (
    <Section title={t('account.balance')} text={t('account.balanceText')}>
      <Facts
        facts={[
          {
            label: t('account.left'),
            value: user.unlimited_quota ? t('account.noLimit') : amountOf(user.quota),
          },
          { label: t('account.used'), value: amountOf(user.used_quota) },
          ...user.budgets.map(({ every, quota, used_quota: used, time_zone: zone }) => ({
            label: t(`account.budget.${every}`, { zone }),
            value:
              used === null
                ? t('account.unknown')
                : t('keys.quotaOf', { used: format.quota(used), total: format.quota(quota) }),
          })),
        ]}
      />
      {!user.unlimited_quota && (
        <RedeemForm onDone={(units) => onRedeemed(t('account.redeemed', { amount: format.quota(units) }))} />
      )}
    </Section>
  );
}
