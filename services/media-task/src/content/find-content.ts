import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';
import { findAccount } from '../sql/accounts.ts';
import { findTask } from '../sql/find-task.ts';
import type { Media, Task } from '../task/task.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { Account, ContentSource, Variant } from '../upstreams/upstream.ts';
import { renewResult } from './renew-result.ts';

export interface ContentRequest {
  userId: bigint;
  taskId: string;
  variant: string;
  /** Which of several results. */
  index: number;
  /** Its address was tried, and leads to nothing any more. */
  isGone?: true;
}

export interface FoundContent extends ContentSource {
  /** The type that a vendor who says none means. */
  type: string;
  fileName: string;
  /** The origin that the channel names. */
  trusted: string[];
  /** For everybody, in any page: then only these types, and no more than so much. */
  open?: { types: RegExp; largestBytes: number };
}

const types: Record<Variant, { type: string; extension: string }> = {
  video: { type: 'video/mp4', extension: 'mp4' },
  thumbnail: { type: 'image/webp', extension: 'webp' },
  spritesheet: { type: 'image/jpeg', extension: 'jpg' },
};

/** Where the bytes of a result are. Throws a FaultError that says why there are none. */
export async function findContent(context: ApiContext, request: ContentRequest): Promise<FoundContent> {
  const { knex, config } = context;
  const { userId, taskId, variant, index } = request;
  const task = await findTask(knex, taskId, { userId, surfaces: ['video', 'image', 'kling'] });
  if (!task) throw new FaultError(fault('task_not_exist'));
  if (!isVariant(variant))
    refuse('variant', `variant is '${variant.slice(0, 40)}'; it must be video, thumbnail or spritesheet.`);
  const known = mediaOf(task, index);
  const account = await findAccount(knex, config.masterKey, task.accountId ?? 0n);
  const isFresh = !request.isGone && (known.expiresAt === undefined || known.expiresAt > Date.now());
  const media = isFresh ? known : account && (await renewResult(context, task, account))?.media[index];
  if (!media) throw new FaultError(fault('result_expired'));
  if (!account) throw new FaultError(fault('bad_response'));
  const source =
    media.url === undefined ? fromVendor(task, account, variant) : fromAddress(media.url, variant);
  if (!source)
    throw new FaultError(
      fault('task_not_exist', { param: 'variant', message: `The result has no ${variant}.` }),
    );
  const { type, extension } = media.kind === 'image' ? imageType(media) : types[variant];
  return {
    ...source,
    type,
    fileName: `${task.id}.${extension}`,
    trusted: [new URL(account.baseUrl).origin],
  };
}

function imageType({ format = 'png' }: Media): { type: string; extension: string } {
  return { type: `image/${format}`, extension: format === 'jpeg' ? 'jpg' : format };
}

function mediaOf({ state, result, failure }: Task, index: number) {
  if (failure) refuse('', `There is no result: the task failed (${failure.code}).`);
  const media = result?.media[index];
  if (media) return media;
  return refuse('', state === 'succeeded' ? `There is no result ${index}.` : 'The result is not ready yet.');
}

function fromVendor(task: Task, account: Account, variant: Variant): ContentSource | undefined {
  const { upstreamId } = task;
  if (upstreamId === null) return undefined;
  return findUpstream(account.provider)?.content?.({ ...task, upstreamId }, account, variant);
}

function fromAddress(url: string, variant: Variant): ContentSource | undefined {
  return variant === 'video' ? { url, headers: {} } : undefined;
}

function isVariant(variant: string): variant is Variant {
  return Object.hasOwn(types, variant);
}

function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { type: platformType, param, message }));
}
