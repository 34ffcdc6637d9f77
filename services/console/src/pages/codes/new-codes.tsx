import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useLoss } from '../../ui/panel-closing.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { useWords } from '../../words/use-words.ts';

/** Codes that were just made, for the only time, in the place and with the focus of the form that made them. */
export function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useWords();
  const text = codes.join('\n');
  const { isCopied, copy } = useCopy(text);
  useLoss('shown');

  function download(): void {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Stack gap="md">
      <Alert color="yellow">{t('codes.once')}</Alert>
      <Textarea
        label={t('codes.made', { count: codes.length })}
        value={text}
        readOnly
        autoFocus
        autosize
        minRows={2}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group grow>
        <Button variant="default" leftSection={<IconCopy size={16} stroke={1.6} />} onClick={copy}>
          {t(isCopied ? 'actions.copied' : 'actions.copy')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.6} />} onClick={download}>
          {t('codes.download')}
        </Button>
      </Group>
      <Button onClick={onClose}>{t('codes.kept')}</Button>
    </Stack>
  );
}
