/**
 * The short form of `npm run rollout`, with test 20 of the money protocol: the production shape behind HAProxy, every
 * service restarted once under streams, sessions, tasks and requests. Pods that drain cut nothing, pods that are added get
 * requests, and the books are right.
 */
import { expect, test } from 'vitest';
import { findHaproxy } from '../parts/haproxy/find-haproxy.ts';
import { rolledServices } from '../rollout/cluster/services.ts';
import { runRollout } from '../rollout/run-rollout.ts';
import { sayReplaced, sayTable } from '../rollout/table.ts';
import { openHome } from '../start/home/home.ts';
import { repository } from '../start/repository.ts';
import { findHome } from '../toolchain/find-home.mjs';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

test('every service is restarted under load, nothing is cut, and the books are right', async ({ skip }) => {
  const found = await findHaproxy(openHome(findHome(process.env, repository)), {
    env: process.env,
    say,
    signal: new AbortController().signal,
  });
  if ('reason' in found) return skip(`There is no HAProxy: ${found.reason}`);
  const { table, violations } = await runRollout({
    haproxy: found.program,
    services: rolledServices,
    rounds: 1,
    areTogether: true,
    load: { streams: 24, sessions: 3, requests: 4, tasks: 2, pace: { pieces: 20, delayMs: 250 } },
    hasTls: false,
    times: { pauseMs: 4_000, graceMs: 60_000 },
    minReadyMs: 2_500,
    film: { makingMs: 3_000, bytes: 1_000_000, bytesPerSecond: 400_000 },
    say,
  });
  say(`${sayTable(table)}\n\n${sayReplaced(table.replaced)}`);
  expect(violations).toEqual([]);
  expect(new Set(table.replaced.map(({ service }) => service))).toEqual(new Set(rolledServices));
  expect(table.added.map(({ service }) => service)).toEqual(['text-gateway', 'ingress']);
  const { streams, responses, requests, downloads } = table.tally;
  expect(Math.min(streams, responses, requests, downloads)).toBeGreaterThan(0);
  return undefined;
}, 420_000);
