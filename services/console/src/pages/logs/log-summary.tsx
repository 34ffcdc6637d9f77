import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LogFilter, logSumsQuery } from '../../api/log.ts';
import type { Scope } from '../../api/scope.ts';
import { useWords } from '../../words/use-words.ts';
import classes from './log-summary.module.css';

/** What the filtered requests cost together, and how busy it is just now. */
export function LogSummary({ scope, filter }: { scope: Scope; filter: LogFilter }) {
  const { t, format } = useWords();
  const { data } = useQuery(logSumsQuery(scope, filter));
  if (!data) return null;
  const spent = format.quota(data.quota);
  const perMinute = [
    t('logs.requestCount', { count: data.rpm, shown: format.number(data.rpm) }),
    t('logs.tokenCount', { count: data.tpm, shown: format.compact(data.tpm) }),
  ];
  return (
    <Group className={classes.summary} gap="0.125rem 1.5rem" px="md" py={8}>
      <Fact label={t('logs.spent')} value={data.quota_exact ? spent : t('logs.atLeast', { amount: spent })} />
      <Fact label={t('logs.perMinute')} value={perMinute.join(' · ')} />
    </Group>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Text size="xs" c="dimmed">
      {label}{' '}
      <Text span inherit fw={600} c="var(--mantine-color-text)" className="numeric">
        {value}
      </Text>
    </Text>
  );
}
