import type { Reaper } from '../reaper/start-reaper.ts';
import type { Say } from '../say.ts';
import { type ServiceName, serviceNames } from '../service-names.ts';
import type { PartName } from './marks.ts';
import { logTail } from './poll-ready.ts';
import type { ProcessSpec } from './process-spec.ts';
import { type Supervised, supervise } from './supervise.ts';

export type Kind = PartName | ServiceName;

/** All processes that are kept running, by what they are. */
export interface Fleet {
  start(kind: Kind, spec: ProcessSpec): Supervised;
  all(kind: Kind): readonly Supervised[];
  /** Called whenever a process was started again. */
  onRestart(listener: () => void): void;
  /** Stops everything, users before what they use. */
  stop(): Promise<void>;
}

const stopOrder: readonly Kind[] = [...[...serviceNames].reverse(), 'nats', 'postgres'];

/** Whoever takes longer to stop has something in hand: people are told. */
const quietStopMs = 5_000;

/** Who dies this soon had a reason that stands in its log. */
const diedAtStartMs = 10_000;

export function createFleet({ reaper, say }: { reaper: Reaper; say: Say }): Fleet {
  const members = new Map<Kind, Supervised[]>();
  const listeners: (() => void)[] = [];
  const all = (kind: Kind): Supervised[] => members.get(kind) ?? [];

  function start(kind: Kind, spec: ProcessSpec): Supervised {
    let isFirst = true;
    const supervised = supervise(spec, {
      onStarted(pid) {
        reaper.add(pid, kind === 'postgres' || kind === 'nats' ? kind : undefined);
        if (!isFirst) for (const listener of listeners) listener();
        isFirst = false;
      },
      onDied({ pid, reason, pauseMs, afterMs, logFromBytes }) {
        if (pid !== undefined) reaper.remove(pid);
        say(`${spec.name} died (${reason}) and is started again in ${pauseMs} ms`);
        if (afterMs < diedAtStartMs) for (const line of logTail(spec.logFile, logFromBytes)) say(line);
      },
    });
    members.set(kind, [...all(kind), supervised]);
    return supervised;
  }

  async function stop(): Promise<void> {
    for (const kind of stopOrder) {
      await Promise.all(
        all(kind).map(async (supervised) => {
          const { name } = supervised.spec;
          const tell = (): void => say(`${name} finishes what is under way; Ctrl-C again ends it at once`);
          const waiting = setTimeout(tell, quietStopMs);
          const { wasKilled } = await supervised.stop();
          clearTimeout(waiting);
          if (wasKilled) say(`${name} did not stop in time and was killed`);
        }),
      );
    }
  }

  return { start, all, onRestart: (listener) => listeners.push(listener), stop };
}
