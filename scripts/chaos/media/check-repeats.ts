import type { World } from '../../e2e/testing/world.ts';
import type { Submitted } from './load.ts';

/** What the gateway made of all that clients asked under one idempotency key. */
export interface UnderKey {
  idempotencyKey: string;
  /** Tasks that a client may know of: what was refused may be asked again. */
  tasks: string[];
  /** Holds of these that their end has closed. */
  holds: bigint;
  /** Entries that cost something. */
  bills: bigint;
}

/** By what stands in prompts, and not by what the gateway notes of keys. */
export async function readUnderKeys(world: Pick<World, 'sql'>): Promise<UnderKey[]> {
  return (await world.sql(
    `select key as "idempotencyKey",
       coalesce(array_agg(task.id) filter (where not is_refused), '{}') as tasks,
       count(hold.id) filter (where hold.state = 'closed' and not is_refused) as holds,
       count(entry.id) filter (where entry.amount > 0) as bills
     from media.task
     cross join substring(wish ->> 'prompt' from '[0-9a-f]{8}-[0-9a-f-]{27}') as key
     left join ledger.hold on hold.id = hold_id
     left join ledger.entry on entry.id = close_id
     where key is not null
     group by key`,
  )) as unknown as UnderKey[];
}

/** What contradicts that one idempotency key stands for one task, one hold and one bill, which its client knows. */
export function checkRepeats(
  underKeys: readonly UnderKey[],
  submitted: readonly Pick<Submitted, 'idempotencyKey' | 'taskId'>[],
): string[] {
  const made = new Map(underKeys.map((found) => [found.idempotencyKey, found]));
  const ofClients = submitted.flatMap(({ idempotencyKey, taskId }) => {
    const tasks = made.get(idempotencyKey ?? '')?.tasks ?? [];
    const isKnown = taskId === null || idempotencyKey === null || tasks.includes(taskId);
    return isKnown
      ? []
      : [`under ${idempotencyKey} stands ${tasks.join(', ')}, and its client has ${taskId}`];
  });
  const twice = underKeys.flatMap(({ idempotencyKey, tasks, holds, bills }) => {
    const isOne = tasks.length <= 1 && holds <= 1n && bills <= 1n;
    return isOne ? [] : [`${idempotencyKey} made ${tasks.length} tasks, ${holds} holds, ${bills} bills`];
  });
  return [...ofClients, ...twice];
}
