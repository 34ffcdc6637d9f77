import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailSink } from '@headgate/runtime/testing/mail-sink';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { migrateAll } from '../../e2e/testing/migrated-database.ts';
import { signIn } from '../../e2e/testing/session.ts';
import { createSql } from '../../e2e/testing/sql.ts';
import { startTestPostgres } from '../../e2e/testing/test-postgres.ts';
import type { Drilled } from '../drill-process.ts';
import { countSeen, startLoad } from '../load.ts';
import { createCertificates } from './certificates.ts';
import { configurationWith, firstKey, firstPassword, passwordOfAda } from './configuration.ts';
import { makeUsers } from './database-users.ts';
import { exchangesOf } from './exchange-by-hand.ts';
import { type Caller, makeTask, requestsOf } from './requests.ts';
import { type RotationStep, rotations } from './rotations.ts';
import { drawBrokerUser, drawSecret } from './secrets.ts';
import { services } from './shape.ts';
import { type Stage, settingsOf } from './stage.ts';
import { startBroker } from './start-broker.ts';
import { type System, startSystem } from './system.ts';

const rereadMs = 200;

/**
 * Exchanges every secret under requests, none of which may fail.
 * @param only words of the names of those that are exchanged; all without any.
 */
export async function runRotate(say: (line: string) => void, only: readonly string[]): Promise<Drilled> {
  const directory = mkdtempSync(join(tmpdir(), 'headgate-drill-'));
  const stops: (() => Promise<void> | void)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    const postgres = await startTestPostgres(directory);
    stops.push(() => postgres.stop());
    await migrateAll(postgres.url);
    const sql = createSql(postgres.url);
    stops.push(() => sql.end());
    const brokerUser = drawBrokerUser('first');
    const broker = await startBroker(directory, [brokerUser]);
    stops.push(broker.stop);
    const sinks = { first: await startMailSink(), next: await startMailSink() };
    stops.push(sinks.first.stop, sinks.next.stop);
    mkdirSync(join(directory, 'store'));
    let system: System | undefined;
    const stage: Stage = {
      ...{ sql, ownerUrl: postgres.url, broker, brokerUser, sinks, smtp: sinks.first, rereadMs, say },
      certificates: await createCertificates(join(directory, 'tls'), services),
      secrets: { caller: drawSecret(), master: drawSecret() },
      databaseUsers: await makeUsers(sql, postgres.url, 'blue'),
      system() {
        if (!system) throw new Error('the system has not started');
        return system;
      },
      pause: (ms) => wait(ms),
    };
    system = await startSystem(directory, (service) => settingsOf(stage, join(directory, 'store'), service));
    stops.push(system.stop);
    say('two replicas of every service run');
    return await exchangeAll(stage, only);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function exchangeAll(stage: Stage, only: readonly string[]): Promise<Drilled> {
  const { say, sql } = stage;
  const system = stage.system();
  await system.apply(
    configurationWith({
      ...{ password: firstPassword, key: firstKey },
      ...{ upstreamKey: 'first-upstream-secret', clientSecret: 'first-client-secret' },
    }),
  );
  const caller: Caller = { key: firstKey, cookie: '', film: '' };
  caller.cookie = (await signIn(system.chooseIngress(), 'ada', passwordOfAda)).cookie;
  caller.film = await waitFor(
    () => makeTask(system.chooseIngress(), firstKey).catch(() => undefined),
    'gateways know the configuration',
  );
  const openTasks = async (): Promise<number> => {
    const [row] = await sql.query('select count(*)::int as open from media.task where finished_at is null');
    return Number(row?.open);
  };
  await waitFor(async () => (await openTasks()) === 0, 'a film is done', { timeoutMs: 60_000 });

  const requests = requestsOf(system, caller);
  const load = startLoad(requests);
  const settled = async (): Promise<void> => {
    const from = load.seen.length;
    // The first may have been sent before, the second was not.
    const endedTwice = ({ what }: { what: string }): boolean =>
      load.seen.slice(from).filter((each) => each.what === what).length > 1;
    await waitFor(() => requests.every(endedTwice), 'requests under way have ended', { timeoutMs: 120_000 });
  };
  const done: [string, string][] = [];
  const violations: string[] = [];
  try {
    const all = [...rotations, ...exchangesOf(caller, settled)];
    const isWanted = ({ name }: RotationStep): boolean =>
      only.length === 0 || only.some((word) => name.includes(word));
    for (const { name, run } of all.filter(isWanted)) {
      const [seenBefore, restartsBefore] = [load.seen.length, system.restarts()];
      say(`exchanging: ${name}`);
      await run(stage);
      await settled();
      const seen = load.seen.slice(seenBefore);
      const failed = seen.filter(({ isWhole }) => !isWhole);
      done.push([
        name,
        `${system.restarts() - restartsBefore} restarts, ${seen.length} requests, ${failed.length} failed`,
      ]);
      violations.push(...failed.map(({ what, failure }) => `${name}: of ${what}, ${failure}`));
      say(`  ${done.at(-1)?.[1]}`);
      for (const [failure, count] of countSeen(failed)) say(`  ${count} x ${failure}`);
    }
  } finally {
    await load.stop();
  }
  await waitFor(async () => (await openTasks()) === 0, 'all films are done', { timeoutMs: 120_000 });
  violations.push(...(await checkEnds(stage)));
  return { counts: [...done, ...countSeen(load.seen), ['restarts', system.restarts()]], violations };
}

/** What must be right of money and tasks when nobody asks any more. */
async function checkEnds({ sql, system }: Stage): Promise<string[]> {
  const [row] = await sql.query(`
    select (select count(*)::int from media.task where state <> 'succeeded') as failed,
           (select count(*)::int from ledger.parked) as parked`);
  const isBalanced = await system()
    .headgate(['ledger', 'verify'])
    .then(
      () => true,
      () => false,
    );
  return [
    ...Object.entries(row ?? {}).flatMap(([what, count]) => (count === 0 ? [] : [`${count} are ${what}`])),
    ...(isBalanced ? [] : ['the books are not what their entries say']),
  ];
}
