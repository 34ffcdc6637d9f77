import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';
import { useCopy } from './use-copy.ts';

export function CopyButton({ value, autoFocus }: { value: string; autoFocus?: boolean }) {
  const { t } = useWords();
  const { isCopied, copy } = useCopy(value);
  const label = t(isCopied ? 'actions.copied' : 'actions.copy');
  return (
    <Tooltip label={label}>
      <ActionIcon onClick={copy} aria-label={label} color={isCopied ? 'teal' : 'gray'} autoFocus={autoFocus}>
        {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
