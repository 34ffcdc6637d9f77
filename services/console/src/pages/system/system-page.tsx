import { Alert, SimpleGrid } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SystemStatus, systemQuery } from '../../api/system.ts';
import { DataTable } from '../../table/data-table.tsx';
import { Answered } from '../../ui/answered.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { isTrouble, shownGauges, stateOfService } from './findings.ts';
import { useServiceColumns } from './service-columns.tsx';

/** How the processes are, and what waits in them. It looks again by itself. */
export function SystemPage() {
  const { t, format } = useWords();
  const status = useQuery(systemQuery);
  const { data, refetch, isFetching } = status;
  const columns = useServiceColumns();
  return (
    <Page
      title={t('system.title')}
      lead={t('system.lead')}
      actions={<RefreshButton isBusy={isFetching} refresh={refetch} />}
    >
      <Answered query={status}>
        {data && <Findings status={data} />}
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
          {shownGauges.map((name) => {
            const value = data?.gauges[name];
            return (
              <StatCard
                key={name}
                label={t(`system.gauges.${name}`)}
                value={data && (value === undefined ? '–' : format.number(value))}
                note={
                  data && isTrouble(name, data.gauges) ? (
                    <Tag tone="bad">{t('system.tooMany')}</Tag>
                  ) : undefined
                }
              />
            );
          })}
        </SimpleGrid>
        <Panel>
          <DataTable
            label={t('system.services')}
            columns={columns}
            rows={data?.services}
            idOf={({ name }) => name}
            empty={<EmptyState title={t('system.emptyTitle')} text={t('system.emptyText')} />}
          />
        </Panel>
      </Answered>
    </Page>
  );
}

/** What is wrong, in words; or that nothing is. */
function Findings({ status: { services, gauges } }: { status: SystemStatus }) {
  const { t, format } = useWords();
  const findings = [
    ...services
      .map((service) => ({ name: service.name, state: stateOfService(service) }))
      .filter(({ state }) => state !== 'ready')
      .map(({ name, state }) => t(`system.found.${state === 'away' ? 'away' : 'partly'}`, { name })),
    ...shownGauges
      .filter((name) => isTrouble(name, gauges))
      .map((name) => `${t(`system.gauges.${name}`)}: ${format.number(gauges[name] ?? 0)}`),
  ];
  if (findings.length === 0)
    return (
      <Alert color="teal" icon={<IconCircleCheck />} role="status">
        {t('system.fine')}
      </Alert>
    );
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('system.wrong')} role="alert">
      {findings.map((finding) => (
        <div key={finding}>{finding}</div>
      ))}
    </Alert>
  );
}
