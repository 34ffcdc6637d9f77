import { afterEach, beforeEach } from 'vitest';
import { createPools, type Pools } from '../upstream-call/pools.ts';
import { startUpstreamServer, type UpstreamServer } from './upstream-server.ts';

/** An upstream, and the connections that a gateway has to it. */
export interface PooledUpstream extends Omit<UpstreamServer, 'stop'> {
  readonly pools: Pools;
}

/** Each test of the file has an upstream and connections of its own. To be read within a test. */
export function startUpstreamForEach(): PooledUpstream {
  let server: UpstreamServer;
  let pools: Pools;
  beforeEach(async () => {
    pools = createPools();
    server = await startUpstreamServer();
  });
  afterEach(async () => {
    await pools.close();
    server.stop();
  });
  return {
    get pools() {
      return pools;
    },
    get calls() {
      return server.calls;
    },
    get serve() {
      return server.serve;
    },
    set serve(serve) {
      server.serve = serve;
    },
    baseUrl: (channelId) => server.baseUrl(channelId),
    openCalls: () => server.openCalls(),
  };
}
