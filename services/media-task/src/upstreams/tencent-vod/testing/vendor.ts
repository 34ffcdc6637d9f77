import { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { FaultError } from '@headgate/runtime/errors';
import type { Send, VendorRequest } from '../../../call/send.ts';
import type { Fields } from '../../../families/fields.ts';
import { findFamily } from '../../../families/index.ts';
import { toStoredWish, type Wish } from '../../../families/wish.ts';
import type { Task } from '../../../task/task.ts';
import { tencentVod } from '../../tencent-vod.ts';
import type { Account, Order } from '../../upstream.ts';

export const account: Account = {
  provider: 'tencent-vod',
  baseUrl: 'https://vod.tencentcloudapi.com',
  key: 'AKIDEXAMPLE:a-secret:251007502',
  region: '',
  apiVersion: '',
};

/** A body of a client as the family reads it and the vendor's adapter completes it. */
export function order(
  family: 'V10' | 'image-task',
  upstreamModel: string,
  fields: Fields,
  sizes: string[] = [],
): Order {
  const traits = Media.fromPartial({ imageSizes: sizes });
  const wish = findFamily(family)?.read({ prompt: 'a mill', ...fields }, traits);
  if (!wish) throw new Error(`there is no family ${family}`);
  return tencentVod.resolve(wish, upstreamModel);
}

/** The refusal of a body, which must be one. */
export function refusalOf(...[family, model, fields, sizes]: Parameters<typeof order>): Fault {
  try {
    order(family, model, fields, sizes);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error(`${model} takes ${JSON.stringify(fields)}`);
}

/** What the vendor is sent for it. */
export async function submit(
  { wish, usage }: Order,
  upstreamModel: string,
): Promise<{ action: string | undefined; body: unknown }> {
  const { send, sent } = answerWith({ TaskId: '251007502-AigcVideoTask-1t' });
  await tencentVod.submit({ wish, usage, upstreamModel, clientRequestId: 'request-1.1' }, account, send);
  const [request] = sent;
  return { action: request?.headers['x-tc-action'], body: JSON.parse(String(request?.body)) };
}

/** A vendor that answers all requests alike. */
export function answerWith(response: unknown): { send: Send; sent: VendorRequest[] } {
  const sent: VendorRequest[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ Response: response })) };
  };
  return { send, sent };
}

/** A task that the vendor has, as far as its adapter looks at it. */
export function taskOf({ wish, usage }: { wish: Wish; usage: Usage }): Task & { upstreamId: string } {
  const now = Date.parse('2026-11-21T12:00:00Z');
  return {
    id: 'task_1',
    seq: 1n,
    closeId: 'request-1',
    holdId: 'hold-1',
    surface: wish.imageCount === undefined ? 'video' : 'image',
    action: 'generate',
    state: 'queued',
    keyId: 1n,
    userId: 1n,
    group: 'default',
    path: [],
    model: 'model',
    priceModel: 'model',
    catalogVersion: 1n,
    priceVersion: 1n,
    amount: 1n,
    usage: Usage.fromPartial(usage),
    wish: toStoredWish(wish),
    ways: null,
    attempts: 1,
    accountId: 1n,
    channelId: 1n,
    upstreamModel: 'Kling-2.6',
    upstreamId: '251007502-AigcVideoTask-1t',
    upstreamState: {},
    progress: 0,
    result: null,
    failure: null,
    trouble: null,
    createdAt: now,
    submittedAt: now,
    finishedAt: null,
    dueAt: now,
    deadlineAt: now + 3_600_000,
    remixedFrom: null,
    externalId: null,
  };
}
