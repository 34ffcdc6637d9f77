/** Conversations of Gemini's clients in which another upstream thought: what it sealed goes back to it alone. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFixtures } from '../conformance/read-fixture.ts';
import { createCandidate, createTestServing } from '../testing/test-serving.ts';
import { startUpstreamServer, type UpstreamServer } from '../testing/upstream-server.ts';
import { createPools, type Pools } from '../upstream-call/pools.ts';
import { attemptInTurn } from './attempts.ts';

let upstream: UpstreamServer;
let pools: Pools;
beforeEach(async () => {
  pools = createPools();
  upstream = await startUpstreamServer();
});
afterEach(async () => {
  await pools.close();
  upstream.stop();
});

/** What an upstream is asked, of a conversation that has this signature in it. */
async function askedWith(thoughtSignature: string, provider: string): Promise<string> {
  const style = provider === 'gemini' ? 'generate-content' : 'messages';
  const [fixture] = readFixtures(style);
  upstream.serve = (_request, response) => response.end(JSON.stringify(fixture?.reply));
  const user = (text: string) => ({ role: 'user', parts: [{ text }] });
  const thought = { text: 'Hm.', thought: true, thoughtSignature };
  const contents = [user('Hi'), { role: 'model', parts: [thought, { text: 'Hello' }] }, user('And?')];
  const serving = createTestServing({ pools, stream: false, client: 'generate-content', body: { contents } });
  await attemptInTurn(serving, [createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider })]);
  return JSON.stringify(upstream.calls.at(-1)?.body);
}

test.each([btoa('headgate.seal.messages.EqQB'), 'headgate.seal.messages.EqQB'])(
  'the seal of another upstream reaches its maker, and not Gemini: %s',
  async (slot) => {
    const asked = await askedWith(slot, 'gemini');
    expect(asked).toContain('Hello');
    expect(asked).not.toContain(slot);
    expect(asked).not.toContain('EqQB');
    expect(await askedWith(slot, 'anthropic')).toContain('"signature":"EqQB"');
  },
);

test("Gemini's own seal passes as it came", async () => {
  expect(await askedWith('Q2hBQQ==', 'gemini')).toContain('"thoughtSignature":"Q2hBQQ=="');
});
