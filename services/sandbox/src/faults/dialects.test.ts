import { describe, expect, test } from 'vitest';
import { testDialects } from '../testing/dialects.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const text = 'Grüße 🌍 '.repeat(20).trim();
/** The first piece has one unit more than usual, rather than half a character. */
const firstPiece = text.slice(0, 17);
const inputTokens = Math.ceil(Buffer.byteLength(text) / 4);
const usage = { inputTokens, outputTokens: inputTokens };
const zeros = { inputTokens: 0, outputTokens: 0 };

describe.each(testDialects)('in $name', ({ name, send, textOf, end, usageName, zeroOutput }) => {
  async function play(kind: string, isStream: boolean) {
    const sandbox = await startSandbox();
    const response = await send(sandbox, `fault-${kind}`, text, isStream);
    const parts: Buffer[] = [];
    let error: unknown = null;
    try {
      for await (const part of response.body ?? []) parts.push(Buffer.from(part));
    } catch (cause) {
      error = cause;
    }
    return { sandbox, response, parts, body: Buffer.concat(parts).toString(), error };
  }

  /** The data of the frames that came whole. */
  function dataOf(body: string): string[] {
    const frames = body.split(/\r?\n\r?\n/).slice(0, -1);
    return frames.flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1]?.trim() ?? []);
  }

  function said(body: string): string {
    const data = dataOf(body).filter((json) => json.startsWith('{') && !json.includes('<garbage'));
    return data.map(textOf).join('');
  }

  test('without a fault the text is said back, with its usage', async () => {
    const sandbox = await startSandbox();
    const body = await (await send(sandbox, 'm', text, true)).text();
    expect(said(body)).toBe(text);
    expect(body).toContain(end);
    expect(body).toContain(usageName);
    expect(textOf(await (await send(sandbox, 'm', text, false)).text())).toBe(text);
    expect(await sandbox.log()).toMatchObject([
      { dialect: name, outcome: 'served', usage },
      { dialect: name, outcome: 'served', usage },
    ]);
  });

  test('status-503 is an error of the vendor', async () => {
    const { response, body, sandbox } = await play('status-503', true);
    expect(response.status).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ error: { message: expect.any(String) } });
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', status: 503, usage: zeros });
  });

  test.each([true, false])('error-in-200 is an error under a good status (stream: %s)', async (isStream) => {
    const { response, body, sandbox } = await play('error-in-200', isStream);
    expect(response.status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ error: { message: expect.any(String) } });
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: zeros });
  });

  test('leak names the key, the host and the path', async () => {
    const { response, body, sandbox } = await play('leak', false);
    expect(response.status).toBe(400);
    expect(body).toContain('sk-test');
    expect(body).toContain(new URL(response.url).pathname);
    expect(body).toContain(new URL(sandbox.url).host);
  });

  test('cut closes the connection after the first piece', async () => {
    const { body, error, sandbox } = await play('cut', true);
    expect(error).toBeInstanceOf(Error);
    expect(said(body)).toBe(firstPiece);
    const outputTokens = Math.ceil(Buffer.byteLength(firstPiece) / 4);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: { inputTokens, outputTokens } });
  });

  test('stall is silent after the first piece, until the client leaves', async () => {
    const sandbox = await startSandbox();
    const response = await send(sandbox, 'fault-stall', text, true);
    const reader = response.body?.getReader();
    let body = '';
    while (!said(body)) body += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(said(body)).toBe(firstPiece);
    expect(await sandbox.log()).toEqual([]);
    await reader?.cancel();
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'aborted', usage: { inputTokens } });
  });

  test('stall can be silent about what it counted, too', async () => {
    const sandbox = await startSandbox();
    await sandbox.post('/faults', { kind: 'stall', usage: 0 });
    const response = await send(sandbox, 'm', text, true);
    const reader = response.body?.getReader();
    let body = '';
    while (!said(body)) body += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(body).not.toMatch(new RegExp(`"${usageName}":\\d`));
    await reader?.cancel();
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'aborted', usage: { inputTokens } });
  });

  test('no-terminal ends well for HTTP but says no end', async () => {
    const { body, error, sandbox } = await play('no-terminal', true);
    expect(error).toBeNull();
    expect(said(body)).toBe(firstPiece);
    expect(body).not.toContain(end);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed' });
  });

  test('error-in-stream is an error after the first piece, or the whole body', async () => {
    const streamed = await play('error-in-stream', true);
    expect(said(streamed.body)).toBe(firstPiece);
    expect(dataOf(streamed.body).at(-1)).toMatch(/"error"/);
    expect(streamed.body).not.toContain(end);
    expect(await streamed.sandbox.entry(1)).toMatchObject({ outcome: 'failed', status: 200 });
    const whole = await play('error-in-stream', false);
    expect(JSON.parse(whole.body)).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('garbage is one frame that is not JSON, or the whole body', async () => {
    const { body, sandbox } = await play('garbage', true);
    expect(dataOf(body).filter((json) => json.includes('<garbage'))).toHaveLength(1);
    expect(said(body)).toBe(text);
    expect(body).toContain(end);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed' });
    const whole = await play('garbage', false);
    expect(() => JSON.parse(whole.body)).toThrow();
  });

  test.each([true, false])(
    'missing-usage leaves the usage out, not the log (stream: %s)',
    async (isStream) => {
      const { body, sandbox } = await play('missing-usage', isStream);
      expect(isStream ? said(body) : textOf(body)).toBe(text);
      expect(body).not.toContain(usageName);
      expect(await sandbox.entry(1)).toMatchObject({ outcome: 'served', usage });
    },
  );

  test.each([true, false])('prompt-usage counts no output, the log does (stream: %s)', async (isStream) => {
    const { body, sandbox } = await play('prompt-usage', isStream);
    expect(isStream ? said(body) : textOf(body)).toBe(text);
    expect(body).toContain(`"${usageName}":${inputTokens}`);
    expect(body).not.toMatch(/"(?:completion_tokens|output_tokens|candidatesTokenCount)":(?:[2-9]|1\d)/);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'served', usage });
  });

  test.each([true, false])('zero-usage ends well, having used nothing (stream: %s)', async (isStream) => {
    const { body, sandbox } = await play('zero-usage', isStream);
    expect(isStream ? said(body) : textOf(body)).toBe('');
    expect(body).toContain(`"${usageName}":0`);
    expect(body).toContain(zeroOutput);
    if (isStream) expect(body).toContain(end);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'failed', usage: zeros });
  });

  test.each([true, false])('empty-output says nothing, with usage (stream: %s)', async (isStream) => {
    const { body, sandbox } = await play('empty-output', isStream);
    expect(isStream ? said(body) : textOf(body)).toBe('');
    expect(body).toContain(usageName);
    expect(await sandbox.entry(1)).toMatchObject({
      outcome: 'served',
      usage: { inputTokens, outputTokens: 0 },
    });
  });

  test('huge-frame is one frame of that size', async () => {
    const sandbox = await startSandbox();
    await sandbox.post('/faults', { kind: 'huge-frame', bytes: 5_000_000 });
    const body = await (await send(sandbox, 'm', 'hi', true)).text();
    expect(said(body)).toHaveLength(5_000_000);
    expect(await sandbox.entry(1)).toMatchObject({ outcome: 'served', usage: { outputTokens: 1_250_000 } });
  });

  test('crlf ends all lines in CRLF', async () => {
    const { body } = await play('crlf', true);
    expect(body.replaceAll('\r\n', '')).not.toContain('\n');
    expect(said(body)).toBe(text);
  });

  test('split-utf8 sends packets that begin inside of characters', async () => {
    const { parts, body } = await play('split-utf8', true);
    expect(parts.filter((part) => part.toString().includes('\ufffd')).length).toBeGreaterThan(3);
    expect(said(body)).toBe(text);
  });
});
