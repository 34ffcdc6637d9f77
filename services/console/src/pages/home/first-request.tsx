import { Box, Code } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import classes from './first-request.module.css';

/** Where there is nothing to show yet: how to change that. */
export function FirstRequest() {
  const { t } = useWords();
  const command = `curl ${window.location.origin}/v1/chat/completions \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Hello"}]}'`;
  return (
    <Panel>
      <EmptyState icon={IconChartBar} title={t('home.emptyTitle')} text={t('home.emptyText')}>
        <Box className={classes.command}>
          <Code block>{command}</Code>
          <CopyButton value={command} />
        </Box>
      </EmptyState>
    </Panel>
  );
}
