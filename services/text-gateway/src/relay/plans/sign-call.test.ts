/** The proof of who calls, as upstreams give it: at once, or after having asked for it. */

import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import { describe, expect, test } from 'vitest';
import { dialects } from '../../dialects/index.ts';
import { createCandidate } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import type { CallPlan } from './plan-call.ts';
import { signCall } from './sign-call.ts';

const candidate = createCandidate({ id: 1n, baseUrl: 'https://provider.example/v1' });
const plan: CallPlan = {
  url: new URL('https://provider.example/v1/chat/completions'),
  headers: { accept: 'application/json' },
  body: Buffer.from('{}'),
  dropUsage: false,
  conversion: undefined,
  readWhole: dialects['chat-completions'].passage.readWhole,
};
const tools = { pools: createPools(), accessTokens: createAccessTokens(() => 0) };

describe('a call', () => {
  test('is signed at once where nothing must be asked for', () => {
    const signed = signCall(plan, { candidate, key: 'secret' }, tools);
    expect(signed).toEqual({ ...plan, headers: { ...plan.headers, authorization: 'Bearer secret' } });
  });

  test('goes out as it is where the channel has no credential', () => {
    expect(signCall(plan, { candidate, key: undefined }, tools)).toBe(plan);
  });
});
