import { Group, Progress, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Dimension } from '../../api/statistics.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { type Looked, logOf } from './log-of.ts';
import { type NamedRow, others, type Share, sumByName, sumOf } from './measures.ts';
import classes from './shares-panel.module.css';

/** Each model, key, group or channel with its part of it. */
export function SharesPanel({
  by,
  rows,
  looked,
}: {
  by: Dimension;
  rows: readonly NamedRow[] | undefined;
  looked: Looked;
}) {
  const { t, format } = useWords();
  const total = rows ? sumOf(rows).spend : 0;
  const columns: Column<Share>[] = [
    {
      id: 'name',
      label: t(`home.by.${by}`),
      isName: true,
      share: 30,
      inCard: 'start',
      show(share) {
        if (share.name === others) return t('home.others');
        const search = logOf(by, share, looked);
        if (search === undefined) return share.name;
        return (
          <Link to={{ pathname: paths.logs, search }} className={classes.name} title={share.name}>
            {share.name}
          </Link>
        );
      },
    },
    {
      id: 'requests',
      label: t('home.requests'),
      isNumeric: true,
      show: ({ sums }) => format.number(sums.requests),
    },
    {
      id: 'failures',
      label: t('home.failures'),
      isNumeric: true,
      show: ({ sums }) => format.number(sums.failures),
    },
    {
      id: 'tokens',
      label: t('home.tokens'),
      isNumeric: true,
      show: ({ sums }) => format.number(sums.tokens),
    },
    {
      id: 'latency',
      label: t('home.latency'),
      isNumeric: true,
      isMinor: true,
      inCard: 'hidden',
      show: ({ sums }) => (sums.latency > 0 ? format.duration(sums.latency) : '–'),
    },
    {
      id: 'firstByte',
      label: t('home.firstByte'),
      isNumeric: true,
      isMinor: true,
      inCard: 'hidden',
      show: ({ sums }) => (sums.firstByte > 0 ? format.duration(sums.firstByte) : '–'),
    },
    {
      id: 'spend',
      label: t('home.spend'),
      isNumeric: true,
      inCard: 'end',
      show: ({ sums }) => format.quota(sums.spend),
    },
    {
      id: 'share',
      label: t('home.share'),
      isNumeric: true,
      show: ({ sums }) => <Part ratio={total > 0 ? sums.spend / total : 0} />,
    },
  ];
  return (
    <Panel>
      <Title order={2} p="md" pb={4}>
        {t(`home.shares.${by}`)}
      </Title>
      <DataTable
        label={t(`home.shares.${by}`)}
        columns={columns}
        rows={rows && sumByName(rows)}
        idOf={({ name }) => name}
        empty={null}
      />
    </Panel>
  );
}

function Part({ ratio }: { ratio: number }) {
  const { format } = useWords();
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Progress value={ratio * 100} w={56} size="sm" aria-hidden />
      <Text inherit w={48}>
        {format.percent(ratio)}
      </Text>
    </Group>
  );
}
