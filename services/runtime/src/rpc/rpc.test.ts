import { createServer } from 'node:http';
import { fault } from '@headgate/proto/faults';
import {
  AccountClient,
  AccountService,
  OperateRequest,
  type OperateResponse,
  type VerifyKeyRequest,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FaultError } from '../errors.ts';
import { createLog } from '../log.ts';
import { boundPort, listen } from '../operations.ts';
import { waitFor } from '../testing/wait-for.ts';
import { call, connectRpc } from './client.ts';
import { faultOf } from './fault-details.ts';
import { unary } from './handler.ts';
import { type RpcServer, startRpcServer } from './server.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const log = createLog('test', 'silent');

/** Any service will do: this one is small. `run` answers VerifyKey. */
async function serve(
  run: (request: VerifyKeyRequest) => Promise<{ keysVersion: bigint }>,
): Promise<RpcServer> {
  const implementation = { verifyKey: unary(log, run) };
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { verifyKey: AccountService.verifyKey }, implementation },
  ]);
  stops.push(() => server.stop(100));
  return server;
}

function connect(...servers: RpcServer[]): AccountClient {
  const client = connectRpc(
    AccountClient,
    `ipv4:${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
  );
  stops.push(() => client.close());
  return client;
}

function verify(client: AccountClient, options?: { deadlineMs?: number; signal?: AbortSignal }) {
  return call(client, client.verifyKey, { hash: Buffer.from('h') }, options);
}

test('an answer arrives, 64 bit numbers whole', async () => {
  const client = connect(await serve(async () => ({ keysVersion: 9_007_199_254_740_993n })));
  expect((await verify(client)).keysVersion).toBe(9_007_199_254_740_993n);
});

test('a fault arrives with every member', async () => {
  const thrown = fault('too_many_requests', {
    param: 'p',
    message: 'w\u00f6rds % \n',
    retryAfterMs: 1_500,
    permanent: true,
  });
  const client = connect(
    await serve(async () => {
      throw new FaultError(thrown);
    }),
  );
  const error = await verify(client).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(FaultError);
  expect(faultOf(error)).toEqual(thrown);
});

test('a fault whose words hold long ones of a client arrives with their beginning', async () => {
  const names = { message: `There is no "${'\u4e00'.repeat(500_000)}".`, param: '\u4e00'.repeat(500_000) };
  const client = connect(
    await serve(async () => {
      throw new FaultError(fault('invalid_request', names));
    }),
  );
  const { message, param, ...rest } = { ...faultOf(await verify(client).catch((caught: unknown) => caught)) };
  expect(rest).toMatchObject({ code: 'invalid_request', status: 400 });
  for (const [text = '', whole] of [[message, names.message] as const, [param, names.param] as const]) {
    expect(text.endsWith('...')).toBe(true);
    expect(whole.startsWith(text.slice(0, -3))).toBe(true);
    expect(text.length).toBeGreaterThan(1_000);
  }
});

test('a defect tells the caller which service has it, and nothing of itself', async () => {
  const client = connect(
    await serve(async () => {
      throw new Error('secret detail');
    }),
  );
  const error = await verify(client).catch((caught: unknown) => caught);
  expect(faultOf(error)).toBeUndefined();
  expect(String(error)).toBe('Error: headgate.account.v1.Account/VerifyKey: 13 INTERNAL: internal error');
});

test('the line of a defect names the request that the call was for', async () => {
  const lines: object[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  const operate = unary<OperateRequest, OperateResponse>(log, () => Promise.reject(new Error('a defect')));
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { operate: AccountService.operate }, implementation: { operate } },
  ]);
  stops.push(() => server.stop(100));
  const client = connect(server);
  await call(client, client.operate, OperateRequest.fromPartial({ requestId: 'an-id' })).catch(
    () => undefined,
  );
  await call(client, client.operate, OperateRequest.fromPartial({})).catch(() => undefined);
  const rpc = '/headgate.account.v1.Account/Operate';
  expect(lines).toMatchObject([{ rpc, requestId: 'an-id' }, { rpc }]);
  expect(lines[1]).not.toHaveProperty('requestId');
});

test('calls that are for no request and fail alike are one line', async () => {
  const lines: object[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  const operate = unary<OperateRequest, OperateResponse>(log, () => Promise.reject(new Error('away')));
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { operate: AccountService.operate }, implementation: { operate } },
  ]);
  stops.push(() => server.stop(100));
  const client = connect(server);
  for (let times = 0; times < 3; times += 1)
    await expect(call(client, client.operate, OperateRequest.fromPartial({}))).rejects.toThrow('13 INTERNAL');
  expect(lines).toHaveLength(1);
});

test('where a fault is that another service did not serve, the line names that one and the request', async () => {
  const lines: object[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  const behind = connect(
    await serve(async () => {
      throw new FaultError(fault('service_unavailable'));
    }),
  );
  const codes = ['service_unavailable', 'model_not_found', 'invalid_request'] as const;
  const operate = unary<OperateRequest, OperateResponse>(log, async ({ requestId }) => {
    const cause = await verify(behind).catch((caught: unknown) => caught);
    throw new FaultError(fault(codes[Number(requestId)] ?? 'internal_error'), { cause });
  });
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: { operate: AccountService.operate }, implementation: { operate } },
  ]);
  stops.push(() => server.stop(100));
  const client = connect(server);
  for (const requestId of Object.keys(codes)) {
    const asked = call(client, client.operate, OperateRequest.fromPartial({ requestId }));
    await expect(asked).rejects.toBeInstanceOf(FaultError);
  }
  const cause = 'headgate.account.v1.Account/VerifyKey: 14 UNAVAILABLE: fault';
  expect(lines).toHaveLength(1);
  const rpc = '/headgate.account.v1.Account/Operate';
  expect(lines).toMatchObject([{ level: 'warn', cause, rpc, requestId: '0' }]);
});

describe('a call that would not end', () => {
  test('ends at its deadline, or at its signal', async () => {
    const client = connect(await serve(() => new Promise(() => undefined)));
    await expect(verify(client, { deadlineMs: 50 })).rejects.toThrow('DEADLINE_EXCEEDED');
    const abort = new AbortController();
    const pending = verify(client, { signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(pending).rejects.toThrow('CANCELLED');
    await expect(verify(client, { signal: abort.signal })).rejects.toThrow('gone');
  });
});

test('bodies of 64 MB pass', async () => {
  const client = connect(await serve(async ({ hash }) => ({ keysVersion: BigInt(hash.length) })));
  const hash = Buffer.alloc(64 * 1024 * 1024);
  const { keysVersion } = await call(client, client.verifyKey, { hash }, { deadlineMs: 30_000 });
  expect(keysVersion).toBe(BigInt(hash.length));
}, 60_000);

test('calls go to every replica in turn, and to those that are left when one dies', async () => {
  const first = await serve(async () => ({ keysVersion: 1n }));
  const second = await serve(async () => ({ keysVersion: 2n }));
  const client = connect(first, second);
  const seen = new Set<bigint>();
  await waitFor(async () => seen.add((await verify(client)).keysVersion).size === 2, 'both replicas answer');
  await first.stop(0);
  await waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(client)));
    return answers.every(({ keysVersion }) => keysVersion === 2n);
  }, 'only the living replica is called');
});

test.each(['::1', '[::1]'])('a server listens at %s, as HTTP does at the former', async (host) => {
  const server = await startRpcServer({ host, port: 0 }, [
    {
      definition: { verifyKey: AccountService.verifyKey },
      implementation: { verifyKey: unary(log, async () => ({ keysVersion: 7n })) },
    },
  ]);
  const client = connectRpc(AccountClient, `ipv6:[::1]:${server.port}`);
  stops.push(
    () => server.stop(100),
    () => client.close(),
  );
  expect(await verify(client)).toMatchObject({ keysVersion: 7n });
});

test.each(['grpc_proxy', 'https_proxy', 'http_proxy'])(
  'calls between services take no proxy that %s names for other programs',
  async (variable) => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', ({ url }, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await listen(proxy, { host: '127.0.0.1', port: 0 });
    stops.push(() => void proxy.close());
    vi.stubEnv(variable, `http://127.0.0.1:${boundPort(proxy)}`);
    stops.push(() => void vi.unstubAllEnvs());
    const client = connect(await serve(async () => ({ keysVersion: 1n })));
    expect(await verify(client)).toMatchObject({ keysVersion: 1n });
    expect(asked).toEqual([]);
  },
);
