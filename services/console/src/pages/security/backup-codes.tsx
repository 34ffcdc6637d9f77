import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { useWords } from '../../words/use-words.ts';

/** Codes for who has lost their phone, to be kept before they are gone. */
export function BackupCodes({ codes, onClose }: { codes: string[] | undefined; onClose: () => void }) {
  const { t } = useWords();
  const text = codes?.join('\n') ?? '';
  return (
    <Dialog isOpen={codes !== undefined} title={t('security.backupCodes')} onClose={onClose}>
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {t('security.backupCodesText')}
        </Alert>
        <SecretText value={text} isOnce />
        <Group justify="flex-end" gap="xs">
          <Button
            component="a"
            variant="default"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="headgate-backup-codes.txt"
            leftSection={<IconDownload size={16} stroke={1.6} />}
          >
            {t('security.download')}
          </Button>
          <Button onClick={onClose}>{t('security.kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
