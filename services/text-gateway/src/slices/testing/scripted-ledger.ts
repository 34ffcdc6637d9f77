import { createLog } from '@headgate/runtime/log';
import { createRecallBoard, type RecallBoard } from '../recall.ts';
import { createSlices, type DrawAnswer, type SliceLedger, type Slices } from '../slices.ts';

type Reply = DrawAnswer | 'lost';

/** Scripted answers; the slice rules of the ledger itself are tested there. */
export interface ScriptedLedger extends SliceLedger {
  draws: { drawNo: bigint; need: bigint; want: bigint }[];
  /** What was told of each path, in turn. */
  told: Map<string, bigint[]>;
  /** The last total of each path. */
  returned(path: readonly string[]): bigint | undefined;
  answer: (need: bigint, want: bigint) => Reply | Promise<Reply>;
}

export interface ScriptedWorld {
  ledger: ScriptedLedger;
  recalls: RecallBoard;
  slices: Slices;
  /** Recalls that were answered. */
  announced: string[];
  clock: { ms: number; ledgerMs: number };
}

export const path = ['key:1', 'user:1'];
export const lost = (): Reply => 'lost';
export const empty = (): Reply => ({ outcome: 'empty' });

/** Grants every wish, on top of what was granted so far. */
export function granting(total = 0n): (need: bigint, want: bigint) => DrawAnswer {
  return (_need, want) => {
    total += want;
    return { outcome: 'granted', grantedTotal: total, validForMs: 1_000 };
  };
}

/** Grants what is needed and nothing beyond, as the ledger does when units are scarce. */
export function grantingNeed(total = 0n): (need: bigint) => DrawAnswer {
  return (need) => {
    total += need;
    return { outcome: 'granted', grantedTotal: total, validForMs: 1_000 };
  };
}

/** A promise and what resolves it. */
export function gate<T>(): { opened: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Lets everything that needs no timer come to rest. */
export const settled = (): Promise<void> => new Promise(setImmediate);

function createLedger(): ScriptedLedger {
  const ledger: ScriptedLedger = {
    draws: [],
    told: new Map(),
    returned: (of) => ledger.told.get(of.join())?.at(-1),
    answer: granting(),
    async draw({ drawNo, need, want }) {
      ledger.draws.push({ drawNo, need, want });
      const answer = await ledger.answer(need, want);
      if (answer === 'lost') throw new Error('the answer was lost');
      return answer;
    },
    async return(batch) {
      for (const { path: of, returnedTotal } of batch) {
        ledger.told.set(of.join(), [...(ledger.told.get(of.join()) ?? []), returnedTotal]);
      }
    },
  };
  return ledger;
}

export function createWorld(limits: { recallWaitMs?: number; maxSlices?: number } = {}): ScriptedWorld {
  const ledger = createLedger();
  const announced: string[] = [];
  const clock = { ms: 0, ledgerMs: 0 };
  const recalls = createRecallBoard((recallId) => announced.push(recallId));
  const context = {
    ledger,
    recalls,
    log: createLog('test', 'silent'),
    now: () => clock.ms,
    idleMs: 10_000,
    recallWaitMs: limits.recallWaitMs ?? 50,
    ledgerMs: () => clock.ledgerMs,
    onValid: () => undefined,
  };
  const { maxSlices } = limits;
  const slices = createSlices(context, maxSlices === undefined ? {} : { maxSlices });
  return { ledger, recalls, slices, announced, clock };
}
