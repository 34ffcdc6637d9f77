import { signIn } from '../e2e/testing/session.ts';
import { createSql, type Sql } from '../e2e/testing/sql.ts';
import type { TestSystem } from '../start/testing/start-system.ts';
import { createGovernor } from './governed/governor.ts';
import type { Lane } from './lanes.ts';
import type { Watched } from './measure.ts';
import type { Peer } from './peer/peer.ts';
import { peerTable } from './peer/table.ts';
import { type LaneRounds, runLane } from './run-lane.ts';
import { header, laneRow } from './table.ts';
import { targetTable } from './targets.ts';

interface ShowOptions {
  system: TestSystem;
  upstreamUrl: string;
  watched: Watched;
  peer: Peer | undefined;
  rounds: number;
  seconds: number;
  say(line: string): void;
}

/** Code is compiled for what it meets after tens of thousands of requests; then each lane has something of its own. */
const [firstWarmUps, laterWarmUps] = [5, 1];

/** As in bench.yaml. */
const keyOwner = ['bench', 'bench-password-of-a-scratch-system'] as const;

/** A row for each lane as it ends, then what the peer did, then what that is of the targets. */
export async function showLanes(lanes: readonly Lane[], options: ShowOptions): Promise<void> {
  const { system, upstreamUrl, watched, peer, say } = options;
  const { dev, home } = system;
  const sql = createSql(dev.databaseUrl);
  try {
    const owner = await signIn(dev.baseUrl, ...keyOwner);
    const [governed, refused] = [await idOf(sql, 'governed'), await idOf(sql, 'refused')];
    const { govern, checkLimits } = createGovernor({ dev, home, sql }, { governed, refused, owner });
    const all: LaneRounds[] = [];
    for (const line of ['', ...header]) say(line);
    for (const [index, lane] of lanes.entries()) {
      const subjects = { upstreamUrl, baseUrl: dev.baseUrl, watched, peer, govern };
      const warmUps = index === 0 ? firstWarmUps : laterWarmUps;
      const measured = await runLane(lane, subjects, { ...options, warmUps });
      await checkLimits();
      all.push(measured);
      say(laneRow(measured));
    }
    if (peer) for (const line of ['', ...peerTable(peer.name, all)]) say(line);
    const compared = peer?.isRival === false ? all.map(withoutPeer) : all;
    for (const line of ['', ...targetTable(compared)]) say(line);
  } finally {
    await sql.end();
  }
}

function withoutPeer({ lane, rounds }: LaneRounds): LaneRounds {
  return { lane, rounds: rounds.map(({ peer: _, ...round }) => round) };
}

async function idOf(sql: Sql, key: string): Promise<bigint> {
  const [row] = await sql.query('select id from account.keys where name = $1', [key]);
  if (typeof row?.id !== 'bigint') throw new Error(`bench.yaml has no key that is named ${key}`);
  return row.id;
}
