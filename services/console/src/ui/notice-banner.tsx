import { Alert, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { noticeQuery } from '../api/notice.ts';
import { useWords } from '../words/use-words.ts';

/** What root has to say, until it was read. Another notice is shown again. */
export function NoticeBanner() {
  const { t } = useWords();
  const { data: notice = '' } = useQuery(noticeQuery);
  const [read, setRead] = useLocalStorage({
    key: 'headgate-notice-read',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  if (notice.trim() === '' || notice === read) return null;
  return (
    <Alert
      icon={<IconSpeakerphone />}
      color="water"
      mb="lg"
      role="note"
      title={t('header.notice')}
      withCloseButton
      closeButtonLabel={t('header.noticeRead')}
      onClose={() => setRead(notice)}
    >
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notice}</Text>
    </Alert>
  );
}
