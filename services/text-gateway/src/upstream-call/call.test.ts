import { expect, onTestFinished, test } from 'vitest';
import { startUpstreamServer } from '../testing/upstream-server.ts';
import { callUpstream } from './call.ts';
import { createPools } from './pools.ts';

test('early hints are no head: an answer has one', async () => {
  const upstream = await startUpstreamServer();
  const pools = createPools();
  onTestFinished(async () => {
    await pools.close();
    upstream.stop();
  });
  upstream.serve = (_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.end('{}');
  };
  const statuses: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const request = { url: new URL(upstream.baseUrl(1n)), headers: {}, body: Buffer.from('{}') };
    const timeouts = { connectMs: 5_000, firstByteMs: 5_000, idleMs: 5_000 };
    callUpstream(
      pools,
      { ...request, timeouts },
      { onHead: (status) => statuses.push(status), onData: () => undefined, onEnd: resolve, onError: reject },
    );
  });
  expect(statuses).toEqual([200]);
});
