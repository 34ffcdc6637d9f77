import { wait } from '@headgate/runtime/wait';
import { awaitWhole } from './await-whole.ts';
import type { Random } from './random.ts';
import type { Strike, Target } from './strikes.ts';

/** How quickly one strike follows on the other. */
export interface Pace {
  /** How long something is left broken at most. */
  brokenMs: number;
  /** How long everything is left whole at most. */
  wholeMs: number;
  /** How many strikes in a hundred come while what was struck before may still be starting. */
  hastyPercent: number;
}

interface Plan {
  strikes: readonly [Strike, ...Strike[]];
  /** How often everything is struck in turn. */
  rounds: number;
  /** After that it is struck at random until so long has passed since the beginning. */
  forMs: number;
  pace: Pace;
  random: Random;
  /** Called with the name of each strike before it is made. */
  announce: (name: string) => void;
}

/** What was done, and what it led to that it must not lead to. */
export interface Struck {
  /** How often each strike was made. */
  times: Map<string, number>;
  /** SIGKILLs that were sent. */
  kills: number;
  /** What ended although nobody killed it. */
  ended: string[];
}

export async function strikeOn(
  target: Target,
  { strikes, rounds, forMs, pace, random, announce }: Plan,
): Promise<Struck> {
  const struck: Struck = { times: new Map(), kills: 0, ended: [] };
  let last = 'the start';

  async function becomeWhole(): Promise<void> {
    const names = await awaitWhole(target.world);
    struck.ended.push(...names.map((name) => `${name} ended by itself, at the latest after: ${last}`));
  }

  async function strike({ name, needsWhole, leastMs = 0, begin, end }: Strike): Promise<void> {
    const isHasty = random.percent(pace.hastyPercent) && !needsWhole;
    const [brokenMs, wholeMs] = [random.below(pace.brokenMs), random.below(pace.wholeMs)];
    if (!isHasty) await becomeWhole();
    await wait(wholeMs);
    announce(name);
    struck.times.set(name, (struck.times.get(name) ?? 0) + 1);
    struck.kills += await begin(target);
    await wait(leastMs + brokenMs);
    await end(target);
    last = name;
  }

  const endMs = performance.now() + forMs;
  for (let round = 0; round < rounds; round += 1) {
    for (const one of strikes) await strike(one);
  }
  while (performance.now() < endMs) await strike(random.pick(strikes));
  await becomeWhole();
  return struck;
}
