/** What every vendor's adapter does alike, whatever the vendor's words are. */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { providers } from '@headgate/proto/providers';
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { OutcomeUnknown, Refusal } from '../call/refusal.ts';
import type { Send, VendorAnswer, VendorRequest } from '../call/send.ts';
import { toStoredWish, type Wish } from '../families/wish.ts';
import type { Task } from '../task/task.ts';
import type { Contract, Said } from './contract/contract.ts';
import { contracts } from './contract/contracts.ts';
import { upstreams } from './index.ts';
import type { Report, Submitted } from './upstream.ts';

const publicId = 'task_0123456789ABCDEFGHIJKLMNOPQRSTUV';
const html: Partial<VendorAnswer> = { status: 502, body: Buffer.from('<html>Bad gateway</html>') };

function toAnswer({ status = 200, headers = {}, json }: Said): VendorAnswer {
  return { status, headers, body: Buffer.from(JSON.stringify(json)) };
}

/** A vendor that gives these answers one after another, the last one for ever. */
function vendorOf(...answers: Partial<VendorAnswer>[]): { send: Send; asked: VendorRequest[] } {
  const asked: VendorRequest[] = [];
  const send: Send = async (request) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(request);
    return { status: 200, headers: {}, body: Buffer.alloc(0), ...answer };
  };
  return { send, asked };
}

function submit(contract: Contract, send: Send, asked: Partial<Wish> = {}): Promise<Submitted> {
  const { upstream, account, model } = contract;
  const wish = { ...contract.wish, ...asked };
  const order = upstream.resolve(wish, model);
  return upstream.submit({ ...order, upstreamModel: model, clientRequestId: 'request.1' }, account, send);
}

/** Undefined where the vendor does not render so many, or sells no seconds. */
function secondsPriced({ upstream, wish, model }: Contract, seconds: number): number | undefined {
  try {
    const { usage } = upstream.resolve({ ...wish, secondsMs: seconds * 1_000 }, model);
    const metered = usage.metered.find(({ unit }) => unit === MeteredUnit.SECOND);
    return metered && Number(metered.quantity) / 1_000;
  } catch (error) {
    if (error instanceof FaultError) return undefined;
    throw error;
  }
}

function poll(contract: Contract, send: Send, asked: Partial<Wish> = {}): Promise<Report> {
  const { upstream, account, model, created, state = {} } = contract;
  const { wish: resolved, usage } = upstream.resolve({ ...contract.wish, ...asked }, model);
  const task: Partial<Task> = {
    id: publicId,
    surface: 'video',
    action: 'generate',
    closeId: 'request',
    attempts: 1,
    model: 'public-model',
    upstreamModel: model,
    wish: toStoredWish(resolved),
    usage: Usage.fromPartial(usage),
    upstreamState: state,
    createdAt: Date.now(),
    submittedAt: Date.now(),
  };
  return upstream.poll({ ...(task as Task), upstreamId: created.upstreamId }, account, send);
}

function textOf({ url, headers, body }: VendorRequest): string {
  return `${url}\n${JSON.stringify(headers)}\n${body?.toString('latin1') ?? ''}`;
}

test('a channel may name each of them', () => {
  expect(providers).toEqual(expect.arrayContaining(upstreams.map(({ provider }) => provider)));
});

test('every adapter has a contract', () => {
  expect(new Set(contracts.map(({ upstream }) => upstream))).toEqual(new Set(upstreams));
});

describe.each(contracts.map((contract) => [contract.name ?? contract.upstream.provider, contract] as const))(
  '%s',
  (_, contract) => {
    const { account, created } = contract;
    const accepted = toAnswer(created.said);

    test('sends everything that the price depends on, although the client left it open', async () => {
      const { send, asked } = vendorOf(accepted);
      await submit(contract, send);
      expect(asked).toHaveLength(1);
      for (const text of contract.says) expect(asked.map(textOf).join()).toContain(text);
    });

    test('sends as many seconds as are priced, whatever was asked for', async () => {
      for (let seconds = 1; seconds <= 30; seconds += 1) {
        const priced = secondsPriced(contract, seconds);
        if (priced === undefined) continue;
        const { send, asked } = vendorOf(accepted);
        await submit(contract, send, { secondsMs: seconds * 1_000 });
        expect(asked.map(textOf).join()).toMatch(
          new RegExp(`(seconds|duration)[^0-9a-z]{1,8}${priced}(?![0-9.])`, 'i'),
        );
      }
    });

    test.each(contract.renders ?? [])('sends $name', async ({ wish, model = contract.model, says }) => {
      const { send, asked } = vendorOf(accepted);
      await submit({ ...contract, model }, send, wish);
      for (const text of says) expect(asked.map(textOf).join()).toContain(text);
    });

    test.each(contract.rendersNot ?? [])(
      'does not render $name',
      ({ wish, model = contract.model, param }) => {
        const resolve = () => contract.upstream.resolve({ ...contract.wish, ...wish }, model);
        expect(resolve).toThrow(
          expect.objectContaining({ fault: expect.objectContaining({ status: 400, param }) }),
        );
        expect(resolve).toThrow(param);
      },
    );

    test.each([200, 201, 202])('takes an id under status %i', async (status) => {
      const { send } = vendorOf({ ...accepted, status });
      expect(await submit(contract, send)).toMatchObject({ upstreamId: created.upstreamId });
    });

    test.each([
      ['no id', { body: Buffer.from('{}') }],
      ['no body', { body: Buffer.alloc(0) }],
      ['half a body', { body: accepted.body.subarray(0, accepted.body.length / 2) }],
      ['HTML under 200', { ...html, status: 200 }],
      ['HTML under 502', html],
      ['status 500', { status: 500, body: Buffer.from('{}') }],
      ['status 408', { status: 408, body: Buffer.from('{}') }],
    ])('does not know what a create made that was answered with %s', async (_name, answer) => {
      await expect(submit(contract, vendorOf(answer).send)).rejects.toBeInstanceOf(OutcomeUnknown);
    });

    test.each(contract.refusals)('refuses a create for $name', async ({ said, blame, failCode }) => {
      const refusal = await submit(contract, vendorOf(toAnswer(said)).send).catch((error) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ blame, ...(failCode && { failCode }) });
      const seconds = said.headers?.['retry-after'];
      if (seconds !== undefined) expect(refusal.retryAfterMs).toBe(Number(seconds) * 1_000);
    });

    test.each(contract.words)('understands $word', async ({ said, report, wish }) => {
      const { send } = vendorOf(...[said].flat().map(toAnswer));
      expect(await poll(contract, send, wish)).toMatchObject(report);
    });

    test.each(contract.unknown)('goes on asking after a word that nobody knows: $json', async (said) => {
      expect(await poll(contract, vendorOf(toAnswer(said)).send)).toMatchObject({ kind: 'unknown' });
    });

    test.each([
      ['HTML under 200', { ...html, status: 200 }],
      ['HTML under 502', html],
      ['HTML under 404', { ...html, status: 404 }],
      ['HTML under 400', { ...html, status: 400 }],
      ['nothing', {}],
      ['half an answer', { body: Buffer.from('{"id"') }],
      ['status 500', { status: 500, body: Buffer.from('{}') }],
      ['status 429', { status: 429, body: Buffer.from('{}') }],
    ])('ends nothing because a poll was answered with %s', async (_name, answer) => {
      const found = await poll(contract, vendorOf(answer).send).catch((error: unknown) => error);
      if (found instanceof Refusal)
        expect(found).toSatisfy(({ blame, isSaid }) => !isSaid || ['busy', 'credential'].includes(blame));
      else
        expect(found).toSatisfy(
          (one) => one instanceof Error || ['unknown', 'missing'].includes(Object(one).kind),
        );
    });

    test.each([
      ['HTML', { ...html, status: 200 }],
      ['half an answer', { body: Buffer.from('{"id"') }],
    ])('takes %s under 200 for no word of the vendor’s', async (_name, answer) => {
      const found = await poll(contract, vendorOf(answer).send).catch((error: unknown) => error);
      expect(found).toBeInstanceOf(Error);
      expect(found).not.toBeInstanceOf(Refusal);
    });

    test.each(contract.missing ?? [])('takes a task for missing, not for failed: $json', async (said) => {
      const missing = await poll(contract, vendorOf(toAnswer(said)).send).catch((error) => error);
      expect(missing).toBeInstanceOf(Refusal);
      expect(missing).toMatchObject({ blame: 'unavailable' });
    });

    test.each((contract.momentary ?? []).map((answers) => ({ answers })))(
      'says nothing of a task after $answers',
      async ({ answers }) => {
        const found = await poll(contract, vendorOf(...answers.map(toAnswer)).send).catch((error) => error);
        expect(found).toBeInstanceOf(Error);
        if (found instanceof Refusal) expect(['busy', 'credential']).toContain(found.blame);
      },
    );

    if (contract.moderated !== undefined) {
      const said = contract.moderated;
      test('ends a task whose result is held back', async () => {
        const refusal = await poll(contract, vendorOf(toAnswer(said)).send).catch((error) => error);
        expect(refusal).toBeInstanceOf(Refusal);
        expect(refusal).toMatchObject({ blame: 'request', failCode: 'content_policy_violation' });
      });
    }

    if (contract.withoutMedia !== undefined) {
      test('has no result without media', async () => {
        const { send } = vendorOf(...[contract.withoutMedia ?? []].flat().map(toAnswer));
        expect(await poll(contract, send)).toMatchObject({ kind: 'succeeded', result: { media: [] } });
      });
    }

    test('tells the vendor nothing of the gateway, and addresses nothing of the key', async () => {
      const { send, asked } = vendorOf(accepted);
      await submit(contract, send);
      await poll(contract, send).catch(() => undefined);
      expect(asked.length).toBeGreaterThan(1);
      for (const request of asked) {
        expect(textOf(request)).not.toContain(publicId);
        expect(textOf(request)).not.toContain('public-model');
        expect(request.url).not.toContain(account.key);
        expect(new URL(request.url).origin).toBe(new URL(account.baseUrl).origin);
      }
    });
  },
);
