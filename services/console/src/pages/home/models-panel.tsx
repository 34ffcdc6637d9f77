import { Group, Progress, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Statistic } from '../../api/statistics.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useWords } from '../../words/use-words.ts';
import { type Sums, sumByModel, sumOf } from './measures.ts';
import classes from './models-panel.module.css';

interface ModelRow {
  model: string;
  sums: Sums;
}

/** Each model with its part of it. */
export function ModelsPanel({ rows }: { rows: readonly Statistic[] | undefined }) {
  const { t, format } = useWords();
  const total = rows ? sumOf(rows).spend : 0;
  const columns: Column<ModelRow>[] = [
    {
      id: 'model',
      label: t('home.model'),
      show: ({ model }) => (
        <Link
          to={{ pathname: paths.logs, search: `${new URLSearchParams({ model })}` }}
          className={classes.model}
        >
          {model}
        </Link>
      ),
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
    { id: 'spend', label: t('home.spend'), isNumeric: true, show: ({ sums }) => format.quota(sums.spend) },
    {
      id: 'share',
      label: t('home.share'),
      isNumeric: true,
      show: ({ sums }) => <Share ratio={total > 0 ? sums.spend / total : 0} />,
    },
  ];
  return (
    <Panel>
      <Title order={2} p="md" pb={4}>
        {t('home.models')}
      </Title>
      <DataTable
        label={t('home.models')}
        columns={columns}
        rows={rows && sumByModel(rows)}
        idOf={({ model }) => model}
        empty={null}
      />
    </Panel>
  );
}

function Share({ ratio }: { ratio: number }) {
  const { format } = useWords();
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Progress value={ratio * 100} w={72} size="sm" aria-hidden />
      <Text inherit w={48}>
        {format.percent(ratio)}
      </Text>
    </Group>
  );
}
