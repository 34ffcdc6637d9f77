import { ActionIcon, CopyButton as Copier, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';

export function CopyButton({ value }: { value: string }) {
  const { t } = useWords();
  return (
    <Copier value={value}>
      {({ copied, copy }) => {
        const label = t(copied ? 'actions.copied' : 'actions.copy');
        return (
          <Tooltip label={label}>
            <ActionIcon onClick={copy} aria-label={label} color={copied ? 'teal' : 'gray'}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </Copier>
  );
}
