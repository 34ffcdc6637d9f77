/** Random numbers that a seed repeats (mulberry32). */
export interface Random {
  /** A whole number from 0 to `below`, which is left out. */
  below(below: number): number;
  /** True this often in a hundred. */
  percent(chance: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    percent: (chance) => below(100) < chance,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
