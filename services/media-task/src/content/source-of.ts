import type { Media, Task } from '../task/task.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { Account, ContentSource, Variant } from '../upstreams/upstream.ts';
import { fromAddress } from './from-address.ts';

/** Where the vendor has a result; undefined for a variant that it has not. */
export function sourceOf(
  task: Task,
  { url }: Media,
  account: Account,
  variant: Variant,
): ContentSource | undefined {
  if (url !== undefined) return variant === 'video' ? fromAddress(url, account) : undefined;
  const { upstreamId } = task;
  if (upstreamId === null) return undefined;
  return findUpstream(account.provider, task.surface)?.content?.({ ...task, upstreamId }, account, variant);
}
