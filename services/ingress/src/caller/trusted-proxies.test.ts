/** Which address a chain of proxies stands for, in all the ways in which they write theirs. */
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32' });
});
afterAll(() => world.stop());

interface Hop {
  address: string;
  isTrusted: boolean;
  written: string;
}

const hop: fc.Arbitrary<Hop> = fc
  .record({
    of: fc.constantFrom(
      { address: '10.1.2.3', isTrusted: true },
      { address: '2001:db8::7', isTrusted: true },
      { address: '192.0.2.1', isTrusted: false },
      { address: '2001:db9::7', isTrusted: false },
    ),
    isMapped: fc.boolean(),
    port: fc.option(fc.integer({ min: 1, max: 65_535 })),
    isBracketed: fc.boolean(),
  })
  .map(({ of, isMapped, port, isBracketed }) => {
    const isOld = of.address.includes('.');
    const address = isOld && isMapped ? `::ffff:${of.address}` : of.address;
    const isPlain = port === null && !isBracketed;
    const host = isPlain || !address.includes(':') ? address : `[${address}]`;
    return { ...of, written: port === null ? host : `${host}:${port}` };
  });

async function addressOf(chain: readonly Hop[]): Promise<string | undefined> {
  const forwarded = chain.map(({ written }) => written).join(', ');
  await fetch(`${world.url}/api/status`, { headers: { 'x-forwarded-for': forwarded } });
  return world.account.operated.at(-1)?.ip;
}

it('is that of the last stranger, or of the first proxy where all are trusted', async () => {
  const property = fc.asyncProperty(fc.array(hop, { minLength: 1, maxLength: 4 }), async (chain) => {
    const client = chain.findLast(({ isTrusted }) => !isTrusted) ?? chain[0];
    expect(await addressOf(chain)).toBe(client?.address);
  });
  await fc.assert(property);
});
