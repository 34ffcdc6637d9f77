import type { WorkerContext } from '../../context.ts';
import { postponeFile } from '../../sql/files.ts';
import { keepResult } from '../../store/keep-result.ts';
import type { Media, Task } from '../../task/task.ts';
import type { Finding, KeptFinding } from './judge.ts';

/** Brings the bytes that came with a result to the store. Where that fails the task is polled again. */
export async function keepBytes(
  context: Pick<WorkerContext, 'knex' | 'store' | 'log'> & {
    config: Pick<WorkerContext['config'], 'resultRetentionMs'>;
  },
  task: Task,
  finding: Finding,
): Promise<KeptFinding> {
  if (finding.kind !== 'succeeded') return finding;
  const media: Media[] = [];
  try {
    for (const found of finding.result.media) {
      if (!('bytes' in found)) media.push(found);
      else {
        const { bytes: _bytes, type: _type, ...about } = found;
        media.push({ ...about, ...(await keepResult(context, task, found)) });
      }
    }
    return { ...finding, result: { ...finding.result, media } };
  } catch (error) {
    context.log.error({ err: error, task: task.id }, 'a result could not be kept');
    // Whoever tries again keeps all of them anew: the next sweep removes these.
    const kept = media.flatMap(({ key }) => key ?? []);
    await Promise.allSettled(kept.map((key) => postponeFile(context.knex, key, 0)));
    return { kind: 'error', error };
  }
}

/** Whether nothing came that has yet to be kept. */
export function isKept(finding: Finding): finding is KeptFinding {
  return finding.kind !== 'succeeded' || finding.result.media.every((found) => !('bytes' in found));
}

/** The same by a worker, which counts what it brings to the store. */
export async function keepCounted(
  context: WorkerContext,
  task: Task,
  finding: Finding,
): Promise<KeptFinding> {
  const kept = await keepBytes(context, task, finding);
  if (!isKept(finding))
    context.metrics.archived.inc({ outcome: kept.kind === 'succeeded' ? 'copied' : 'retried' });
  return kept;
}
