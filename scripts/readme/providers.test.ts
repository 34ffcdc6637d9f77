/** Three lists name the providers of channels: that of the contract, the console's with where each is, and the adapters' own. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';

type Adapter = { name: string } | { provider: string };

/** What a module of another package exports. */
const read = (path: string): Promise<Record<string, readonly Adapter[]>> => import(join(repository, path));

const nameOf = (adapter: Adapter): string => ('provider' in adapter ? adapter.provider : adapter.name);

test('a channel may name the providers that something knows how to ask, and no others', async () => {
  const { providers } = await read('proto/providers.ts');
  const { upstreams: ofText = [] } = await read('services/text-gateway/src/upstreams/index.ts');
  const ofMedia = await read('services/media-task/src/upstreams/index.ts');
  const all = [...ofText, ...(ofMedia.upstreams ?? []), ...(ofMedia.imageUpstreams ?? [])];
  expect(providers).toEqual([...new Set(all.map(nameOf))].sort());
});

test('the console offers each of them', async () => {
  const { providers } = await read('proto/providers.ts');
  const { providers: offered = {} } = await read('services/console/src/api/providers.ts');
  expect(Object.keys(offered)).toEqual(providers);
});
