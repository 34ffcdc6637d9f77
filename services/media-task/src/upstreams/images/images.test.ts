/** What every adapter that makes images at once does alike, whatever the vendor's words are. */

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import { OutcomeUnknown, Refusal } from '../../call/refusal.ts';
import type { Send, VendorAnswer, VendorRequest } from '../../call/send.ts';
import type { Wish } from '../../families/wish.ts';
import type { Submitted } from '../upstream.ts';
import { contracts, type ImageContract, png, type Said } from './contracts.ts';

const wish: Wish = { prompt: 'a mill by a river', imageCount: 1, references: [], options: {} };

function vendorOf(answer: Partial<VendorAnswer>): { send: Send; asked: VendorRequest[] } {
  const asked: VendorRequest[] = [];
  const send: Send = async (request) => {
    asked.push(request);
    return { status: 200, headers: {}, body: Buffer.alloc(0), ...answer };
  };
  return { send, asked };
}

function toAnswer({ status = 200, json }: Said): Partial<VendorAnswer> {
  return { status, body: Buffer.from(JSON.stringify(json)) };
}

function submit(contract: ImageContract, send: Send, asked: Partial<Wish> = {}): Promise<Submitted> {
  const { upstream, account, model } = contract;
  const order = upstream.resolve({ ...wish, ...asked }, model);
  return upstream.submit({ ...order, upstreamModel: model, clientRequestId: 'request.1' }, account, send);
}

const file = { bytes: png, type: 'image/png' };

describe.each(contracts.map((contract) => [contract.upstream.provider, contract] as const))(
  '%s',
  (_, contract) => {
    const { upstream, account, model } = contract;

    test('sends what the price depends on, although the client left it open', async () => {
      const { send, asked } = vendorOf(toAnswer(contract.made));
      await submit(contract, send);
      const [request] = asked;
      expect(asked).toHaveLength(1);
      expect(request?.url).toBe(`${account.baseUrl}${contract.path}`);
      expect(request?.headers['x-client-request-id']).toBe('request.1');
      expect(request?.url).not.toContain(account.key);
      expect(JSON.parse(String(request?.body))).toEqual(contract.body);
    });

    test.each(contract.renders)('sends $name, and prices it', async ({ wish: more, says, variant }) => {
      const { send, asked } = vendorOf(toAnswer(contract.made));
      await submit(contract, send, more);
      for (const text of says) expect(asked[0]?.body?.toString('latin1')).toContain(text);
      expect(upstream.resolve({ ...wish, ...more }, model).usage.metered).toMatchObject([
        { unit: MeteredUnit.IMAGE, variant },
      ]);
    });

    test.each(contract.rendersNot)('does not render $name', ({ wish: more, param }) => {
      expect(() => upstream.resolve({ ...wish, ...more }, model)).toThrow(
        expect.objectContaining({ fault: expect.objectContaining({ status: 400, param }) }),
      );
    });

    test('sends what comes along', async () => {
      const { send, asked } = vendorOf(toAnswer(contract.made));
      const source = contract.takesBytes ? file : { url: 'https://files.test/mill.png' };
      await submit(contract, send, { references: [{ kind: 'image', role: 'reference', source }] });
      expect(asked[0]?.body?.toString('latin1')).toContain(contract.sentReference);
    });

    test('hands over what was made, billed by as many as came and by the tokens that were counted', async () => {
      const { made, usage } = await submit(contract, vendorOf(toAnswer(contract.made)).send);
      expect(made?.media).toHaveLength(contract.came);
      expect(usage).toMatchObject({
        calls: 1n,
        outputVisible: contract.outputTokens,
        metered: [{ unit: MeteredUnit.IMAGE, quantity: BigInt(contract.came) }],
      });
    });

    test.each(contract.refusals)('nothing was made: $name', async ({ said, blame, failCode }) => {
      const refusal = await submit(contract, vendorOf(toAnswer(said)).send).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ blame, ...(failCode && { failCode }) });
    });

    test.each([
      ['no body', {}],
      ['no images', { body: Buffer.from('{}') }],
      ['half a body', { body: Buffer.from('{"data":[{"b64') }],
      ['HTML under 200', { body: Buffer.from('<html>') }],
      ['status 500', { status: 500, body: Buffer.from('{}') }],
      ['status 408', { status: 408, body: Buffer.from('{}') }],
    ])('does not know what a create made that was answered with %s', async (_name, answer) => {
      await expect(submit(contract, vendorOf(answer).send)).rejects.toBeInstanceOf(OutcomeUnknown);
    });
  },
);

test.each([
  ['bytes', { b64_json: png.toString('base64') }],
  ['a data URL in the place of bytes', { b64_json: `data:image/webp;base64,${png.toString('base64')}` }],
  ['a data URL in the place of an address', { url: `data:image/png;base64,${png.toString('base64')}` }],
])('%s: typed by what it holds', async (_what, item) => {
  const [openAi] = contracts.filter(({ upstream }) => upstream.provider === 'openai');
  if (!openAi) throw new Error('there is no such contract');
  const json = { output_format: 'webp', data: [item] };
  const { made } = await submit(openAi, vendorOf(toAnswer({ json })).send);
  const [found] = made?.media ?? [];
  if (!found || !('bytes' in found)) throw new Error('there are no bytes');
  expect(found).toMatchObject({ type: 'image/png', format: 'png' });
  expect(await buffer(Readable.from(found.bytes))).toEqual(png);
});

test.each([
  ['a data URL without bytes', { b64_json: 'data:image/png;base64,' }],
  ['a data URL without bytes in the place of an address', { url: 'data:image/png;base64,' }],
  ['no base64', { b64_json: '!' }],
])('%s is no image, and is not billed', async (_what, item) => {
  const whole = { b64_json: png.toString('base64') };
  for (const contract of contracts.filter(({ upstream }) => upstream.provider !== 'gemini')) {
    const some = await submit(contract, vendorOf(toAnswer({ json: { data: [item, whole] } })).send);
    expect(some.usage?.metered).toMatchObject([{ unit: MeteredUnit.IMAGE, quantity: 1n }]);
    const none = submit(contract, vendorOf(toAnswer({ json: { data: [item] } })).send);
    await expect(none).rejects.toMatchObject({ failCode: 'empty_result' });
  }
});

test('tokens of images are counted apart where the price tells them apart', async () => {
  for (const { upstream, account, model, made, outputTokens } of contracts) {
    const { wish: resolved, otherwise } = upstream.resolve(wish, model);
    if (!otherwise) throw new Error(`${upstream.provider} counts no tokens`);
    const order = { wish: resolved, usage: otherwise, upstreamModel: model, clientRequestId: undefined };
    const { usage } = await upstream.submit(order, account, vendorOf(toAnswer(made)).send);
    const apart = usage?.metered.find(({ unit }) => unit === MeteredUnit.IMAGE_OUTPUT_TOKEN)?.quantity ?? 0n;
    expect(apart).toBeGreaterThan(0n);
    expect((usage?.outputVisible ?? 0n) + apart).toBe(outputTokens);
  }
});

test.each([
  ['1K', 1_120n],
  ['2K', 1_680n],
  ['4K', 2_520n],
] as const)('an image of Gemini 3.1 Flash in %s is held at all its tokens', (resolution, counted) => {
  const gemini = contracts.find(({ upstream }) => upstream.provider === 'gemini');
  const order = gemini?.upstream.resolve({ ...wish, resolution }, 'gemini-3.1-flash-image');
  expect(order?.usage.outputVisible).toBeGreaterThanOrEqual(counted);
});
