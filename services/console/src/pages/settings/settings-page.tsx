import { useQuery, useQueryClient } from '@tanstack/react-query';
import { noticeQuery } from '../../api/notice.ts';
import { optionsQuery } from '../../api/options.ts';
import { aboutQuery, homePageQuery } from '../../api/site-text.ts';
import { statusQuery } from '../../api/status.ts';
import { AddressForm } from '../../forms/address-form.tsx';
import { MessagesForm } from '../../forms/messages-form.tsx';
import { RegistrationForm } from '../../forms/registration-form.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../words/use-words.ts';

/** What root says of the installation. */
export function SettingsPage() {
  const { t } = useWords();
  const cache = useQueryClient();
  const { data: options, error, refetch } = useQuery(optionsQuery);

  function saved(): void {
    notifyDone(t('settings.saved'));
    for (const { queryKey } of [optionsQuery, statusQuery, noticeQuery, aboutQuery, homePageQuery])
      void cache.invalidateQueries({ queryKey });
  }

  return (
    <Page title={t('settings.title')} lead={t('settings.lead')}>
      {error && !options ? (
        <ErrorState error={error} retry={refetch} />
      ) : !options ? (
        <PageLoader />
      ) : (
        <>
          <Section title={t('settings.messages')} text={t('settings.messagesText')}>
            <MessagesForm options={options} onDone={saved} />
          </Section>
          <Section title={t('settings.registration')} text={t('settings.registrationText')}>
            <RegistrationForm options={options} onDone={saved} />
          </Section>
          <Section title={t('settings.address')} text={t('settings.addressText')}>
            <AddressForm options={options} onDone={saved} />
          </Section>
        </>
      )}
    </Page>
  );
}
