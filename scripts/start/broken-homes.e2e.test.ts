/** What a home is worth that was deleted, moved or left half-made. */
import { renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOutsideFolder } from '../parts/postgres/outside-folder.ts';
import { ask } from './testing/ask.ts';
import { newHome, startForTest } from './testing/homes.ts';
import { startSystem } from './testing/start-system.ts';

test('a home that was deleted is begun anew', async () => {
  const home = newHome();
  const first = await startSystem({ home });
  await first.stop();
  rmSync(home, { recursive: true });
  const second = await startForTest({ home });
  expect(second.dev.apiKey).not.toBe(first.dev.apiKey);
  expect(await ask(second.dev, second.dev.baseUrl)).toBe(200);
  expect(await ask(first.dev, second.dev.baseUrl)).toBe(401);
});

test('a home that was moved keeps what it had', async () => {
  const home = newHome();
  const first = await startSystem({ home });
  await first.stop();
  const moved = `${newHome()}/elsewhere`;
  onTestFinished(() => removeOutsideFolder(moved));
  renameSync(home, moved);
  const second = await startForTest({ home: moved });
  expect(second.dev.apiKey).toBe(first.dev.apiKey);
  expect(second.logs()).toContain('nothing to change');
});

test('a home that was left half-made heals', async () => {
  const home = newHome();
  const first = await startSystem({ home });
  await first.stop();
  truncateSync(join(home, 'ports.json'));
  writeFileSync(join(home, 'lock'), '{"pid": 4194304, "startTime": "1", "supervisor": "gone"}');
  writeFileSync(join(home, 'dev.json'), '{');
  rmSync(join(home, 'logs'), { recursive: true });
  rmSync(join(home, 'services'), { recursive: true });
  const second = await startForTest({ home });
  expect(second.dev.apiKey).toBe(first.dev.apiKey);
  expect(await ask(second.dev, second.dev.baseUrl)).toBe(200);
});
