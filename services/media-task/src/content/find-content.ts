import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../context.ts';
import { findTask } from '../sql/tasks/find-task.ts';
import type { Media, Task } from '../task/task.ts';
import type { ContentSource, Variant } from '../upstreams/upstream.ts';
import { nowhereFault } from './nowhere.ts';
import { findAccountOf, otherSources } from './open-as-any.ts';
import { renewResult } from './renew-result.ts';
import { sourceOf } from './source-of.ts';

export interface ContentRequest {
  userId: bigint;
  taskId: string;
  variant: string;
  /** Which of several results. */
  index: number;
  /** Its address was tried, and leads to nothing any more. */
  isGone?: true;
}

/** In the store, or at the vendor's. */
export type FoundContent = Stored | AtVendor;

interface Shown {
  /** What it is saved as, but for the ending. */
  name: string;
  /** For everybody, in any page: then only these types, and no more than so much. */
  open?: { types: RegExp; largestBytes: number };
}

export interface Stored extends Shown {
  key: string;
}

export interface AtVendor extends ContentSource, Shown {
  /** The type that a vendor who says none means. */
  type: string;
  /** The origin that the channel names. */
  trusted: string[];
  /** When its task ended, in milliseconds. */
  finishedAt: number | null;
  /** Where its credential is refused; absent where it is asked for with none. */
  findOthers?(): Promise<ContentSource[]>;
}

const types: Record<Variant, string> = {
  video: 'video/mp4',
  thumbnail: 'image/webp',
  spritesheet: 'image/jpeg',
};

/** Where the bytes of a result are. Throws a FaultError that says why there are none. */
export async function findContent(context: ApiContext, request: ContentRequest): Promise<FoundContent> {
  const { userId, taskId, variant, index } = request;
  const task = await findTask(context.knex, taskId, { userId, surfaces: ['video', 'image', 'kling'] });
  if (!task) throw new FaultError(fault('task_not_exist'));
  if (!isVariant(variant))
    refuse('variant', `variant is '${variant.slice(0, 40)}'; it must be video, thumbnail or spritesheet.`);
  const known = mediaOf(task, index);
  if (known.key !== undefined && variant === 'video') {
    if (isExpired(known)) throw new FaultError(fault('result_expired'));
    return { key: known.key, name: task.id };
  }
  const account = await findAccountOf(context, task);
  const isFresh = !request.isGone && !isExpired(known);
  const media = isFresh ? known : account && (await renewResult(context, task, account))?.media[index];
  if (!media) throw new FaultError(isExpired(known) ? fault('result_expired') : nowhereFault(task));
  if (!account) throw new FaultError(fault('bad_response'));
  const source = sourceOf(task, media, account, variant);
  if (!source)
    throw new FaultError(
      fault('task_not_exist', { param: 'variant', message: `The result has no ${variant}.` }),
    );
  return {
    ...source,
    type: media.kind === 'image' ? `image/${media.format ?? 'png'}` : types[variant],
    name: task.id,
    trusted: [new URL(account.baseUrl).origin],
    finishedAt: task.finishedAt,
    findOthers: () => otherSources(context, task, media, variant),
  };
}

function isExpired({ expiresAt }: Media): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function mediaOf({ state, result, failure }: Task, index: number) {
  if (!Number.isInteger(index)) refuse('index', 'index must be a whole number.');
  if (failure) refuse('', `There is no result: the task failed (${failure.code}).`);
  const media = result?.media[index];
  if (media) return media;
  return refuse('', state === 'succeeded' ? `There is no result ${index}.` : 'The result is not ready yet.');
}

function isVariant(variant: string): variant is Variant {
  return Object.hasOwn(types, variant);
}

function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { type: platformType, param, message }));
}
