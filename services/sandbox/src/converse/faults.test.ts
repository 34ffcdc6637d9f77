/** Faults in a stream of binary frames, as the vendor's own client meets them. */
import { expect, test } from 'vitest';
import { askBedrock, createBedrockClient, textOf } from '../testing/bedrock-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const said = 'Grüße 🌍 '.repeat(20).trim();

async function play(kind: string, others: object = {}) {
  const sandbox = await startSandbox();
  await sandbox.post('/faults', { kind, ...others });
  const streaming = createBedrockClient(sandbox.url).stream(askBedrock(said));
  return { sandbox, streaming };
}

test.each(['cut', 'error-in-stream', 'garbage', 'cut-before-head'])('%s is thrown', async (kind) => {
  const { streaming, sandbox } = await play(kind);
  await expect(streaming).rejects.toThrow();
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', fault: kind });
});

test('no-terminal ends well for HTTP but says no end', async () => {
  const { streaming } = await play('no-terminal', { after: 2 });
  const events = await streaming;
  expect(textOf(events)).toBe(said.slice(0, 33));
  expect(events.some((event) => event.messageStop ?? event.metadata)).toBe(false);
});

test.each(['split-utf8', 'crlf', 'slow-first-byte'])(
  '%s is only an odd way to say the same',
  async (kind) => {
    const { streaming, sandbox } = await play(kind, kind === 'slow-first-byte' ? { ms: 1 } : {});
    expect(textOf(await streaming)).toBe(said);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'served' });
  },
);

test('huge-frame is one frame of that size', async () => {
  const { streaming } = await play('huge-frame', { bytes: 1_000_000 });
  const texts = (await streaming).flatMap((event) => event.contentBlockDelta?.delta?.text ?? []);
  expect(texts.map((text) => text.length)).toEqual([1_000_000]);
});

test('missing-usage leaves the usage out, not the log', async () => {
  const { streaming, sandbox } = await play('missing-usage');
  expect((await streaming).some((event) => event.metadata)).toBe(false);
  const inputTokens = Math.ceil(Buffer.byteLength(said) / 4);
  expect(await sandbox.entry(1)).toMatchObject({ outcome: 'served', usage: { inputTokens } });
});

test('an error in the place of a stream names itself in its header', async () => {
  const sandbox = await startSandbox();
  const body = { messages: [{ role: 'user', content: [{ text: 'hi' }] }] };
  const answer = await sandbox.post('/model/fault-status-503/converse-stream', body);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('x-amzn-errortype')).toMatch(/^ServiceUnavailableException:/);
  expect(await answer.json()).toEqual({ message: expect.any(String) });
});
