import { createLog } from '@headgate/runtime/log';
import { createRegistry } from '@headgate/runtime/metrics';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import { linkNats } from './link-nats.ts';

test('credentials that nobody can use are told once, and the stop has nothing to end', async () => {
  const lines: string[] = [];
  const log = createLog('test', 'warn', { write: (line: string) => void lines.push(line) });
  const stop = linkNats(
    {
      url: 'nats://127.0.0.1:4222',
      name: 'test',
      log,
      security: { nats: { credentials: import.meta.filename } },
      metrics: createRegistry('test'),
    },
    () => undefined,
  );
  await waitFor(() => lines.length === 1, 'the failure is told');
  await expect(stop()).resolves.toBeUndefined();
  expect(lines[0]).toContain('holds no credentials');
});
