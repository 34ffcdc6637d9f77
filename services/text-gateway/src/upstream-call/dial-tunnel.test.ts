/** Sessions with upstreams that a proxy leads to. */
import { readConfig } from '@headgate/runtime/config';
import { egress } from '@headgate/runtime/outbound/egress/egress';
import { startEgressProxy } from '@headgate/runtime/testing/egress-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { startTcpServer } from '../testing/tcp-server.ts';
import { dialSocket } from './dial-socket.ts';

test.each(['http:', 'https:'])(
  'an upstream behind a tunnel that says nothing is waited for no longer than one without (%s)',
  async (protocol) => {
    const upstream = await startTcpServer(() => undefined);
    const proxy = await startEgressProxy(() => ({ port: upstream.port }));
    onTestFinished(async () => {
      upstream.stop();
      await proxy.stop();
    });
    const dialled = await dialSocket({
      url: new URL(`${protocol}//vendor.test/v1/realtime`),
      headers: {},
      egress: readConfig({ HEADGATE_EGRESS_PROXY: proxy.url }, { egress: egress() }).egress,
      connectMs: 200,
      maxFrameBytes: 1_000,
      maxRefusalBytes: 1_000,
      gone: new AbortController().signal,
    });
    expect(dialled).toMatchObject({ kind: 'failed' });
    expect(proxy.asked).toHaveLength(1);
  },
);
