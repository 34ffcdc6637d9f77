import { wait } from '@headgate/runtime/wait';
import type { WorkerContext } from '../context.ts';
import type { Task } from '../task/task.ts';

export interface Worker {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Takes no more tasks, and waits for those that are in hand. */
  stop(): Promise<void>;
}

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
  const stopping = new AbortController();
  let inHand = 0;
  let wakeUp: (() => void) | undefined;

  function take(piece: Piece): void {
    inHand += piece.tasks.length;
    const [first] = piece.tasks;
    const working = work(piece)
      .catch((error) => log.error({ err: error, task: first.id }, 'a task waits for its lease to end'))
      .finally(() => {
        inHand -= piece.tasks.length;
        running.delete(working);
        wakeUp?.();
      });
    running.add(working);
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = places - inHand;
      const asleep = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      let claimed = 0;
      if (free > 0) {
        try {
          const pieces = await claim(free);
          claimed = pieces.length;
          for (const piece of pieces) take(piece);
        } catch (error) {
          log.warn({ err: error }, 'tasks cannot be claimed');
        }
      }
      if (claimed > 0) continue;
      await Promise.race([asleep, wait(config.idleMs, stopping.signal).catch(() => undefined)]);
    }
  }

  const looping = loop();
  return {
    wake: () => wakeUp?.(),
    async stop() {
      stopping.abort();
      wakeUp?.();
      await looping;
      await Promise.all(running);
    },
  };
}
