import type { Instance, ServiceStatus } from '../../api/system.ts';
import type { Column } from '../../table/column.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { type ServiceState, stateOfService } from './findings.ts';

const tones: Record<ServiceState, Tone> = { ready: 'good', partly: 'warning', away: 'bad' };

export function useServiceColumns(): Column<ServiceStatus>[] {
  const { t, format } = useWords();
  const memoryOf = (instances: readonly Instance[]): number =>
    instances.reduce((sum, { gauges }) => sum + (gauges.resident_memory_bytes ?? 0), 0);
  return [
    {
      id: 'name',
      label: t('system.service'),
      inCard: 'start',
      isName: true,
      show: ({ name }) => name,
    },
    {
      id: 'state',
      label: t('system.state'),
      inCard: 'end',
      show(service) {
        const state = stateOfService(service);
        return <Tag tone={tones[state]}>{t(`system.states.${state}`)}</Tag>;
      },
    },
    {
      id: 'instances',
      label: t('system.instances'),
      isNumeric: true,
      show: ({ instances }) => format.number(instances.length),
    },
    {
      id: 'version',
      label: t('system.version'),
      show: ({ instances }) => [...new Set(instances.map(({ version }) => version))].join(', ') || '–',
    },
    {
      id: 'since',
      label: t('system.since'),
      show: ({ instances }) =>
        instances.length === 0
          ? '–'
          : format.ago(Math.min(...instances.map(({ started_at_seconds: second }) => second))),
    },
    {
      id: 'memory',
      label: t('system.memory'),
      isNumeric: true,
      show: ({ instances }) =>
        t('system.megabytes', { size: format.number(Math.round(memoryOf(instances) / 1e6)) }),
    },
  ];
}
