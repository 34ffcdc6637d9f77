import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { readStartTime } from '../../toolchain/process-start.mjs';
import { supervisorVariable } from '../processes/marks.ts';
import { findMarkedProcesses } from './marked-processes.ts';
import { startReaper } from './start-reaper.ts';

/** A supervisor with a reaper and a child that ends at SIGTERM or not. Prints the child's pid. */
const supervisorScript = `
  import { spawn } from 'node:child_process';
  import { startReaper } from ${JSON.stringify(join(import.meta.dirname, 'start-reaper.ts'))};
  const [id, childScript] = process.argv.slice(-2);
  startReaper(id);
  const env = { ...process.env, ${supervisorVariable}: id };
  const child = spawn(process.execPath, ['-e', childScript], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => console.log(child.pid));
`;

async function killSupervisorOf(childScript: string): Promise<{ id: string; childPid: number }> {
  const id = randomUUID();
  const supervisor = spawn(
    process.execPath,
    ['--input-type=module', '-e', supervisorScript, id, childScript],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [text] = await once(supervisor.stdout, 'data');
  const childPid = Number(text);
  expect(findMarkedProcesses(id)?.map(({ pid }) => pid)).toEqual([childPid]);
  supervisor.kill('SIGKILL');
  return { id, childPid };
}

test.skipIf(process.platform !== 'linux')('what a killed supervisor leaves behind is stopped', async () => {
  const { id, childPid } = await killSupervisorOf('setInterval(() => {}, 1000); console.log("up")');
  await waitFor(() => readStartTime(childPid) === undefined, 'the child is gone');
  expect(findMarkedProcesses(id)).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('what does not end when asked is killed', async () => {
  const { id } = await killSupervisorOf(
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")',
  );
  await waitFor(() => findMarkedProcesses(id)?.length === 0, 'the child is gone');
});

test('a supervisor outlives a reaper that cannot be started, and is released at once', async () => {
  const reaper = startReaper(randomUUID(), join(import.meta.dirname, 'nowhere'));
  await setImmediate();
  reaper.add(process.pid, undefined);
  await reaper.release();
});
