import {
  Dialect,
  Operation,
  TextGatewayClient,
  TextGatewayService,
} from '@headgate/proto/gen/headgate/text/v1/text';
import { createBodyRoom } from '@headgate/runtime/bodies/body-room';
import { createLog } from '@headgate/runtime/log';
import { connectRpc } from '@headgate/runtime/rpc/client';
import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { startRpcServer } from '@headgate/runtime/rpc/server';
import { expect, onTestFinished, test } from 'vitest';
import type { GatewayContext } from '../context.ts';
import { createRelay } from './relay.ts';

/** Relays one request to a gateway whose context is broken in some way; gives the error of the call. */
async function errorOf(context: Partial<GatewayContext>, body = '{}'): Promise<Error> {
  const bodies = createBodyRoom(100_000);
  const relay = createRelay({ bodies, ...context } as GatewayContext);
  const server = await startRpcServer({ host: '127.0.0.1', port: 0 }, [
    { definition: TextGatewayService, implementation: { relay } },
  ]);
  const client = connectRpc(TextGatewayClient, `127.0.0.1:${server.port}`);
  onTestFinished(async () => {
    client.close();
    await server.stop(0);
  });
  const call = client.relay();
  const failed = new Promise<Error>((resolve) => call.on('error', resolve));
  call.on('data', () => undefined);
  const open = { dialect: Dialect.CHAT_COMPLETIONS, operation: Operation.GENERATE, requestId: 'r' };
  call.write({
    open: {
      ...open,
      caller: undefined,
      headers: [],
      body: Buffer.from(body),
      model: '',
      stream: false,
      alt: '',
      creditBytes: 1,
    },
  });
  return failed;
}

const log = createLog('test', 'silent');

test('a defect before the answer is told as an internal error, and not in its own words', async () => {
  const catalog = {
    current: () => {
      throw new Error('a secret of the house');
    },
    stop: () => undefined,
  };
  const error = await errorOf({ log, stopping: new AbortController().signal, catalog });
  expect(faultOf(error)).toMatchObject({ status: 500, code: 'internal_error' });
  expect(error.message).not.toContain('secret');
});

test('a gateway that stops says that it did not start', async () => {
  const error = await errorOf({ log, stopping: AbortSignal.abort() });
  expect(faultOf(error)).toMatchObject({ status: 503, notStarted: true });
});

test('a body that finds no room is refused, and gives back what it took', async () => {
  const bodies = createBodyRoom(100_000);
  const context = { log, stopping: new AbortController().signal, bodies };
  const error = await errorOf(context, ' '.repeat(80_000));
  expect(faultOf(error)).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(bodies.heldBytes()).toBe(0);
});
