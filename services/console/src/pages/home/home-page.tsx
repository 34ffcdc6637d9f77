import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '../../api/scope.ts';
import { type Dimension, type StatisticsTime, statisticsQuery } from '../../api/statistics.ts';
import { balanceQuery, hasRole } from '../../api/user.ts';
import { useUrlState } from '../../table/use-url-state.ts';
import { Answered } from '../../ui/answered.tsx';
import { useCurrentUser } from '../../ui/current-user.ts';
import { Page } from '../../ui/page.tsx';
import { RangeControl } from '../../ui/range-control.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { ScopeControl } from '../../ui/scope-control.tsx';
import { boundsBefore, boundsOf } from '../../ui/time-range.ts';
import { useWords } from '../../words/use-words.ts';
import { DimensionControl } from './dimension-control.tsx';
import { FirstRequest } from './first-request.tsx';
import { type Measure, measures, mostShares } from './measures.ts';
import { mostBands } from './series.ts';
import { SharesPanel } from './shares-panel.tsx';
import { Summary } from './summary.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { useNamedRows } from './use-named-rows.ts';
import { Welcome } from './welcome.tsx';

const homeRanges = ['day', 'week', 'month', 'quarter'] as const;
type HomeRange = (typeof homeRanges)[number];
const defaults = { scope: 'self', range: 'week', by: 'model' };
const choices = { scope: ['self', 'all'], range: homeRanges, by: ['model', 'key', 'group', 'channel'] };

/** What can be told apart: keys of everybody are too many, and who serves is the administrators' to see. */
const dimensions: Record<Scope, readonly Dimension[]> = {
  self: ['model', 'key', 'group'],
  all: ['model', 'group', 'channel'],
};

const timeOf = (range: HomeRange): StatisticsTime => ({ name: range, bounds: () => boundsOf(range) });
const timeBefore = (range: HomeRange): StatisticsTime => ({
  name: `before ${range}`,
  bounds: () => boundsBefore(boundsOf(range)),
});

/** What was asked lately, and what it cost. */
export function HomePage() {
  const { t, format } = useWords();
  const user = useCurrentUser();
  const isAdmin = hasRole(user, 'admin');
  const balance = useQuery(balanceQuery);
  const [state, change] = useUrlState(defaults, choices);
  const range = state.range as HomeRange;
  const scope: Scope = isAdmin && state.scope === 'all' ? 'all' : 'self';
  const by = dimensions[scope].find((name) => name === state.by) ?? 'model';
  const [measure, setMeasure] = useState<Measure>('spend');
  const shares = useQuery(statisticsQuery(scope, by, timeOf(range), { span: 'total', top: mostShares }));
  const before = useQuery(statisticsQuery(scope, by, timeBefore(range), { span: 'total', top: 1 }));
  const { order } = measures[measure];
  const chart = useQuery(statisticsQuery(scope, by, timeOf(range), { top: mostBands, order_by: order }));
  const { quota: left, unlimited_quota: isUnlimited } = balance.data ?? user;
  const rows = useNamedRows(shares.data?.rows, by);
  const charted = useNamedRows(chart.data?.rows, by);
  return (
    <Page
      title={t('home.title')}
      lead={
        scope === 'all' || isUnlimited || left === null
          ? t('home.lead')
          : t('home.leadLeft', { amount: format.quota(left) })
      }
      actions={
        <>
          <DimensionControl
            choices={dimensions[scope]}
            value={by}
            onChange={(next) => change({ by: next })}
          />
          <ScopeControl value={scope} onChange={(next) => change({ scope: next })} />
          <RangeControl choices={homeRanges} value={range} onChange={(next) => change({ range: next })} />
          <RefreshButton
            isBusy={shares.isFetching || chart.isFetching}
            refresh={() =>
              Promise.all([shares.refetch(), chart.refetch(), before.refetch(), balance.refetch()])
            }
          />
        </>
      }
    >
      <Welcome />
      <Answered query={shares}>
        <Summary rows={rows} before={before.data?.rows} />
        {rows?.length === 0 ? (
          <FirstRequest />
        ) : (
          <>
            <Answered query={chart}>
              <UsagePanel
                by={by}
                rows={charted}
                bounds={chart.data?.bounds ?? boundsOf(range)}
                measure={measure}
                onMeasure={setMeasure}
              />
            </Answered>
            <SharesPanel by={by} rows={rows} looked={{ scope, range }} />
          </>
        )}
      </Answered>
    </Page>
  );
}
