import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusQuery } from '../../api/status.ts';
import { roleOf, selfQuery } from '../../api/user.ts';
import { BindEmailForm } from '../../forms/bind-email-form.tsx';
import { ChangePasswordForm } from '../../forms/change-password-form.tsx';
import { DisplayNameForm } from '../../forms/display-name-form.tsx';
import { QuotaWarningForm } from '../../forms/quota-warning-form.tsx';
import { useCurrentUser } from '../../ui/current-user.ts';
import { Facts } from '../../ui/facts.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../words/use-words.ts';
import { Appearance } from './appearance.tsx';
import { Balance } from './balance.tsx';
import { DeleteSelf } from './delete-self.tsx';

/** Who somebody is here, and what of that they can change. */
export function AccountPage() {
  const { t } = useWords();
  const user = useCurrentUser();
  const cache = useQueryClient();
  const { data: site } = useQuery(statusQuery);
  // Counts what was saved by forms that begin empty after it. The others keep what was typed into them.
  const [rounds, setRounds] = useState({ balance: 0, email: 0, password: 0 });

  function saved(message: string, form?: keyof typeof rounds): void {
    notifyDone(message);
    if (form) setRounds((before) => ({ ...before, [form]: before[form] + 1 }));
    void cache.invalidateQueries({ queryKey: selfQuery.queryKey });
  }

  return (
    <Page title={t('account.title')} lead={t('account.lead')}>
      <Section title={t('account.profile')}>
        <Facts
          facts={[
            { label: t('account.username'), value: user.username },
            { label: t('account.role'), value: t(`roles.${roleOf(user)}`) },
            { label: t('account.group'), value: user.group },
          ]}
        />
        <DisplayNameForm name={user.display_name} onDone={() => saved(t('account.nameSaved'))} />
      </Section>
      <Balance key={`balance-${rounds.balance}`} onRedeemed={(message) => saved(message, 'balance')} />
      <Section title={t('account.appearance')} text={t('account.appearanceText')}>
        <Appearance />
      </Section>
      {site?.email_enabled && (
        <Section
          title={t('account.email')}
          text={user.email === null ? t('account.noEmail') : t('account.emailText', { email: user.email })}
        >
          <BindEmailForm
            key={`email-${rounds.email}`}
            hasPassword={user.has_password}
            onDone={() => saved(t('account.emailSaved'), 'email')}
          />
        </Section>
      )}
      {site?.email_enabled && (
        <Section
          title={t('account.warning')}
          text={t(user.email === null ? 'account.warningNeedsEmail' : 'account.warningText')}
        >
          {user.email !== null && (
            <QuotaWarningForm
              thresholdUnits={user.setting.quota_warning_threshold ?? 0}
              onDone={() => saved(t('account.warningSaved'))}
            />
          )}
        </Section>
      )}
      <Section title={t('account.password')} text={t('account.passwordText')}>
        <ChangePasswordForm
          key={`password-${rounds.password}`}
          user={user}
          onDone={() => saved(t('account.passwordSaved'), 'password')}
        />
      </Section>
      {roleOf(user) !== 'root' && <DeleteSelf hasPassword={user.has_password} />}
    </Page>
  );
}
