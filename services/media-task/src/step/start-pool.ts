import type { WorkerContext } from '../context.ts';
import type { Task } from '../task/task.ts';
import { startRounds, type Worker } from './start-rounds.ts';

/** What a pool does: how it comes by pieces of work, and what is done with one. */
export interface Duty<Piece extends { tasks: readonly [Task, ...Task[]] }> {
  /** Tasks at a time. */
  places: number;
  /** Takes at most so many tasks. */
  claim(limit: number): Promise<readonly Piece[]>;
  work(piece: Piece): Promise<void>;
}

/** Works on what is due, many tasks at a time, until it is stopped. */
export function startPool<Piece extends { tasks: readonly [Task, ...Task[]] }>(
  { config, log }: Pick<WorkerContext, 'log'> & { config: Pick<WorkerContext['config'], 'idleMs'> },
  { places, claim, work }: Duty<Piece>,
): Worker {
  const running = new Set<Promise<void>>();
  let inHand = 0;

  function take(piece: Piece): void {
    inHand += piece.tasks.length;
    const [first] = piece.tasks;
    const working = work(piece)
      .catch((error) => log.error({ err: error, task: first.id }, 'a task waits for its lease to end'))
      .finally(() => {
        inHand -= piece.tasks.length;
        running.delete(working);
        rounds.wake();
      });
    running.add(working);
  }

  async function takeDue(): Promise<number> {
    const free = places - inHand;
    if (free <= 0) return 0;
    try {
      const pieces = await claim(free);
      for (const piece of pieces) take(piece);
      return pieces.length;
    } catch (error) {
      log.warn({ err: error }, 'tasks cannot be claimed');
      return 0;
    }
  }

  const rounds = startRounds(takeDue, config.idleMs);
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop();
      await Promise.all(running);
    },
  };
}
