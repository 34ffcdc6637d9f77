import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { createOptionsChanger, type Options } from '../api/options.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** What everybody is told. */
export function MessagesForm({ options, onDone }: { options: Options; onDone: () => void }) {
  const { t } = useWords();
  const [change] = useState(() => createOptionsChanger(options));
  return (
    <MutationForm
      defaults={{
        notice: options.notice,
        home_page_content: options.home_page_content,
        about: options.about,
      }}
      mutate={change}
      onDone={onDone}
      submit={t('settings.save')}
    >
      {(form) => (
        <>
          <Textarea
            label={t('settings.notice')}
            description={t('settings.noticeHint')}
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('notice')}
          />
          <Textarea
            label={t('settings.homePage')}
            description={t('settings.homePageHint')}
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('home_page_content')}
          />
          <Textarea
            label={t('settings.about')}
            description={t('settings.aboutHint')}
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('about')}
          />
        </>
      )}
    </MutationForm>
  );
}
