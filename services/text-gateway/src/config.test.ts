import { ConfigError } from '@headgate/runtime/config';
import { expect, test } from 'vitest';
import { readGatewayConfig } from './config.ts';

const env = {
  HEADGATE_RPC_PORT: '9090',
  HEADGATE_HTTP_PORT: '8080',
  HEADGATE_CALLER_SECRET: Buffer.alloc(32).toString('base64'),
  NATS_URL: 'nats://nats:4222',
  HEADGATE_ACCOUNT_ADDRESS: 'account:9090',
  HEADGATE_LEDGER_ADDRESS: 'ledger:9090',
  HEADGATE_JOURNAL_DIR: 'journal',
};

function problemsOf(changes: NodeJS.ProcessEnv): readonly string[] {
  try {
    readGatewayConfig({ ...env, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a journal has room for a segment', () => {
  expect(problemsOf({ HEADGATE_JOURNAL_MAX_BYTES: '1048576' })).toEqual([
    'HEADGATE_JOURNAL_MAX_BYTES (1048576) must be at least HEADGATE_JOURNAL_SEGMENT_BYTES (4194304)',
  ]);
  const small = { HEADGATE_JOURNAL_MAX_BYTES: '1048576', HEADGATE_JOURNAL_SEGMENT_BYTES: '1048576' };
  expect(problemsOf(small)).toEqual([]);
});

test('a side of a realtime session is pinged before its silence counts', () => {
  const problem = 'HEADGATE_REALTIME_IDLE_MS (90000) must be more than HEADGATE_REALTIME_PING_MS';
  for (const ping of ['90000', '120000'])
    expect(problemsOf({ HEADGATE_REALTIME_PING_MS: ping })).toEqual([`${problem} (${ping})`]);
  expect(problemsOf({ HEADGATE_REALTIME_PING_MS: '89999' })).toEqual([]);
});
