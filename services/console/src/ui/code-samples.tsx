import { Box, Code, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Sample } from '../samples/request-samples.ts';
import { useWords } from '../words/use-words.ts';
import classes from './code-samples.module.css';
import { CopyButton } from './copy-button.tsx';

/** The same in several languages, to copy. */
export function CodeSamples({ samples }: { samples: readonly Sample[] }) {
  const { t } = useWords();
  const [language, setLanguage] = useState(samples[0]?.language ?? '');
  const text = samples.find((sample) => sample.language === language)?.text ?? '';
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('samples.label')}
        value={language}
        onChange={setLanguage}
        data={samples.map((sample) => sample.language)}
        style={{ alignSelf: 'flex-start' }}
      />
      <Box className={classes.sample}>
        {/* Whoever uses the keyboard can scroll it. */}
        <Code block tabIndex={0} className={classes.code}>
          {text}
        </Code>
        <div className={classes.copy}>
          <CopyButton value={text} />
        </div>
      </Box>
    </Stack>
  );
}
