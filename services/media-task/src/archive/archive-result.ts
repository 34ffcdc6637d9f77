import { openStream, StreamError } from '../call/open-stream.ts';
import type { ContentConfig } from '../config.ts';
import { openAsAny, otherSources } from '../content/open-as-any.ts';
import { sourceOf } from '../content/source-of.ts';
import type { WorkerContext } from '../context.ts';
import { findAccount } from '../sql/accounts.ts';
import { noteArchived } from '../sql/archive.ts';
import { postponeFile } from '../sql/files.ts';
import { keepResult } from '../store/keep-result.ts';
import { isKept } from '../store/keys.ts';
import type { Media, Task } from '../task/task.ts';
import type { Account } from '../upstreams/upstream.ts';

export interface ArchiveContext extends Pick<WorkerContext, 'knex' | 'log' | 'store'> {
  config: ContentConfig & Pick<WorkerContext['config'], 'masterKey' | 'resultRetentionMs'>;
}

/** Copies what a task has made to the store: what is there already stays. Throws where the vendor does not give it. */
export async function archiveResult(context: ArchiveContext, task: Task, signal: AbortSignal): Promise<void> {
  const media = task.result?.media ?? [];
  if (media.every(({ key }) => key !== undefined)) return;
  const account = await findAccount(context.knex, context.config.masterKey, task.accountId ?? 0n);
  if (!account) throw new StreamError('the credential cannot be opened');
  for (const [index, one] of media.entries()) {
    if (one.key !== undefined) continue;
    const copied = await copy(context, task, one, account, signal);
    if (await noteArchived(context.knex, task.id, index, copied)) continue;
    // Nobody shall see it any more: the next sweep removes it.
    return postponeFile(context.knex, copied.key, 0);
  }
}

async function copy(
  context: ArchiveContext,
  task: Task,
  media: Media,
  account: Account,
  signal: AbortSignal,
): Promise<Required<Pick<Media, 'key' | 'expiresAt'>>> {
  const source = sourceOf(task, media, account, 'video');
  if (!source) throw new StreamError('the result lies nowhere');
  const trusted = [new URL(account.baseUrl).origin];
  const { status, headers, body, close } = await openAsAny(
    source,
    () => otherSources(context, task, media, 'video'),
    (one) => openStream({ ...one, range: {}, trusted }, context.config, signal),
  );
  try {
    if (status !== 200) throw new StreamError(`the upstream answered ${status}`);
    const named = String(headers['content-type']).split(';', 1)[0] ?? '';
    const type = isKept(named) ? named : usualType(media);
    const length = headers['content-length'];
    const sizeBytes = typeof length === 'string' ? Number(length) : undefined;
    return await keepResult(context, task, { type, bytes: body }, sizeBytes);
  } finally {
    close();
  }
}

/** Where a vendor says none. */
function usualType({ kind, format = 'png' }: Media): string {
  return kind === 'image' ? `image/${format}` : 'video/mp4';
}
