import {
  type GetBoundsRequest,
  GetBoundsResponse,
  LedgerClient,
  LedgerService,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { createHealth } from '@headgate/runtime/health';
import type { Service } from '@headgate/runtime/lifecycle';
import { createLog } from '@headgate/runtime/log';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { unary } from '@headgate/runtime/rpc/handler';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedgerClock } from '../budgets/ledger-clock.ts';
import { type HeartbeatContext, startHeartbeat } from './heartbeat.ts';

const log = createLog('heartbeat', 'silent');
let priceVersion = 12n;
let server: RpcServer;
let ledger: LedgerClient;
beforeAll(async () => {
  const { heartbeat, getBounds } = LedgerService;
  server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    {
      definition: { heartbeat, getBounds },
      implementation: {
        heartbeat: unary(log, async () => ({ appliedSeq: 0n, priceVersion, nowMs: 1n })),
        getBounds: unary(log, async ({ afterVersion }: GetBoundsRequest) => {
          const bounds = [{ model: 'm', group: 'default', input: priceVersion }];
          return GetBoundsResponse.fromPartial({
            version: priceVersion,
            ...(afterVersion !== priceVersion && { bounds }),
          });
        }),
      },
    },
  ]);
  ledger = connectRpc(LedgerClient, `127.0.0.1:${server.port}`);
});
afterAll(async () => {
  ledger.close();
  await server.stop(0);
});

const service: Partial<Service> = {
  health: createHealth(),
  log,
  draining: new AbortController().signal,
  giveUp: () => undefined,
};

const untouched = (): void => undefined;
const refused = (): void => {
  throw new Error('EROFS: read-only file system, unlink');
};
const disks: [what: string, trim: () => void][] = [
  ['bounds go back with the database of the ledger, and on from there', untouched],
  ['bounds are followed while the disk of the journal refuses', refused],
];

function contextWith(trim: () => void, own: Partial<Service> = {}): HeartbeatContext {
  const context: Partial<HeartbeatContext> = {
    service: { ...service, ...own } as Service,
    ledger,
    run: '11111111-1111-4111-8111-111111111111',
    journal: { openRequests: () => 0, trim } as Partial<
      HeartbeatContext['journal']
    > as HeartbeatContext['journal'],
    publisher: { sentSeq: () => 0n } as Partial<
      HeartbeatContext['publisher']
    > as HeartbeatContext['publisher'],
    clock: createLedgerClock(() => 0),
    everyMs: 5,
    resendAfterMs: 60_000,
  };
  return context as HeartbeatContext;
}

test.each(disks)('%s', async (_, trim) => {
  const heartbeat = startHeartbeat(contextWith(trim));
  try {
    for (const version of [12n, 10n, 11n]) {
      priceVersion = version;
      await waitFor(() => heartbeat.bounds()?.version === version, `bounds of version ${version}`);
      expect(heartbeat.bounds()?.of('m', 'default')?.input).toBe(version);
    }
  } finally {
    heartbeat.stop();
  }
});

test('what is prepared for other bounds is awaited before they are taken, and for a moment only', async () => {
  priceVersion = 12n;
  const heartbeat = startHeartbeat(contextWith(untouched));
  try {
    await waitFor(() => heartbeat.bounds()?.version === 12n, 'the first bounds');
    const knownWhenReady: unknown[] = [];
    heartbeat.whenBoundsChange(async () => {
      // Longer than new bounds take to come.
      const asked = { afterVersion: 0n, byRatio: true };
      for (let count = 0; count < 5; count += 1) await call(ledger, ledger.getBounds, asked);
      knownWhenReady.push(heartbeat.bounds()?.version);
    });
    for (const version of [13n, 11n]) {
      priceVersion = version;
      await waitFor(() => heartbeat.bounds()?.version === version, `bounds of version ${version}`);
    }
    expect(knownWhenReady).toEqual([12n, 13n]);
    heartbeat.whenBoundsChange(() => new Promise(() => undefined));
    priceVersion = 14n;
    await waitFor(() => heartbeat.bounds()?.version === 14n, 'bounds that nothing is ready for');
  } finally {
    heartbeat.stop();
  }
});

test('that the disk of the journal refuses is told once, and again where it had taken it meanwhile', async () => {
  const lines: string[] = [];
  const told = () => lines.filter((line) => line.includes('its disk refuses')).length;
  const toldAfter: number[] = [];
  const beats = [refused, refused, refused, untouched, refused, refused];
  const trim = (): void => {
    toldAfter.push(told());
    beats[toldAfter.length - 1]?.();
  };
  const heartbeat = startHeartbeat(
    contextWith(trim, { log: createLog('heartbeat', 'warn', { write: (line) => lines.push(line) }) }),
  );
  try {
    await waitFor(() => toldAfter.length > beats.length, 'beats');
    expect(toldAfter.slice(0, beats.length + 1)).toEqual([0, 1, 1, 1, 1, 2, 2]);
  } finally {
    heartbeat.stop();
  }
});
