import { type OpenStream, openStream, StreamError } from '../call/open-stream.ts';
import type { ContentConfig } from '../config.ts';
import { leadsNowhere } from '../content/nowhere.ts';
import { findAccountOf, openAsAny, otherSources } from '../content/open-as-any.ts';
import { isPage, namedType } from '../content/open-content.ts';
import { renewResult } from '../content/renew-result.ts';
import { sourceOf } from '../content/source-of.ts';
import type { WorkerContext } from '../context.ts';
import { sniffType } from '../families/members/sniff.ts';
import { noteArchived } from '../sql/endings/archive.ts';
import { postponeFile } from '../sql/files.ts';
import { keepResult } from '../store/keep-result.ts';
import { isKept } from '../store/keys.ts';
import { readBeginning } from '../store/read-beginning.ts';
import type { Media, Task } from '../task/task.ts';
import type { Account } from '../upstreams/upstream.ts';

export interface ArchiveContext extends Pick<WorkerContext, 'knex' | 'log' | 'store' | 'send'> {
  config: ContentConfig & Pick<WorkerContext['config'], 'masterKey' | 'resultRetentionMs'>;
}

/** Copies what a task has made to the store: what is there already stays. Throws where the vendor does not give it. */
export async function archiveResult(context: ArchiveContext, task: Task, signal: AbortSignal): Promise<void> {
  const media = task.result?.media ?? [];
  if (media.every(({ key }) => key !== undefined)) return;
  const account = await findAccountOf(context, task);
  if (!account) throw new StreamError('the credential cannot be opened');
  for (const [index, one] of media.entries()) {
    if (one.key !== undefined) continue;
    const copied = await copy(context, task, { index, account }, signal);
    if (await noteArchived(context.knex, task.id, index, copied)) continue;
    // Nobody shall see it any more: the next sweep removes it.
    return postponeFile(context.knex, copied.key, 0);
  }
}

/** Which of a task's results, and how its vendor is reached. */
interface Wanted {
  index: number;
  account: Account;
}

async function copy(
  context: ArchiveContext,
  task: Task,
  { index, account }: Wanted,
  signal: AbortSignal,
): Promise<Required<Pick<Media, 'key' | 'expiresAt'>>> {
  const stream = await openAnew(context, task, { index, account }, signal);
  const { status, headers, body, close } = stream;
  try {
    if (status !== 200) throw new StreamError(`the upstream answered ${status}`);
    const { beginning, whole } = await readBeginning(body);
    const type = typeOf(task.result?.media[index], beginning, stream);
    const length = headers['content-length'];
    const sizeBytes = typeof length === 'string' ? Number(length) : undefined;
    return await keepResult(context, task, { type, bytes: whole }, sizeBytes);
  } finally {
    close();
  }
}

/** By its first bytes, else as its vendor says, else the usual one. Throws a StreamError for what stands in the place of a file. */
function typeOf(media: Media | undefined, beginning: Buffer, stream: OpenStream): string {
  const { kind = 'video', format = 'png' } = media ?? {};
  const sniffed = sniffType(beginning);
  if (sniffed?.startsWith(`${kind}/`)) return sniffed;
  const named = namedType(stream);
  if (beginning.length === 0 || isPage(named)) throw new StreamError('the upstream answered without a file');
  if (isKept(named)) return named;
  return kind === 'image' ? `image/${format}` : 'video/mp4';
}

/** Where it leads to nothing any more, since nobody copied it in time: at a newer address, if its vendor gives one. */
async function openAnew(
  context: ArchiveContext,
  task: Task,
  { index, account }: Wanted,
  signal: AbortSignal,
): Promise<OpenStream> {
  const first = await open(context, task, { media: task.result?.media[index], account }, signal);
  if (!leadsNowhere(first)) return first;
  first.close();
  const newer = (await renewResult(context, task, account))?.media[index];
  if (!newer) throw new StreamError(`the upstream answered ${first.status}`);
  return open(context, task, { media: newer, account }, signal);
}

function open(
  context: ArchiveContext,
  task: Task,
  { media, account }: { media: Media | undefined; account: Account },
  signal: AbortSignal,
): Promise<OpenStream> {
  const source = media && sourceOf(task, media, account, 'video');
  if (!source) throw new StreamError('the result lies nowhere');
  const trusted = [new URL(account.baseUrl).origin];
  return openAsAny(
    source,
    () => otherSources(context, task, media, 'video'),
    (one) => openStream({ ...one, range: {}, trusted }, context.config, signal),
  );
}
