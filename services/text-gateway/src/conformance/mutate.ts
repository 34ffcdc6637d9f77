/** Random numbers that a seed repeats (mulberry32). */
export interface Random {
  /** A whole number from 0 to `below`, which is left out. */
  below(below: number): number;
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
  return { below, pick: (values) => values[below(values.length)] ?? values[0] };
}

/** What stands where something else was expected. */
const strangers: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  '__proto__',
  'toString',
  '\u0000\ud800',
  'data:image/png;base64,',
  [],
  {},
  [null],
  [[]],
  { type: 'text' },
  { type: 'unheard-of' },
  { role: 'user' },
  { kind: 'text' },
  { constructor: null, toString: 1 },
];

type Container = Record<string, unknown> | unknown[];

/** A copy of a JSON value with one to three places changed: replaced, removed, doubled, nested, or moved about. */
export function mutate(value: unknown, random: Random): unknown {
  const copy = structuredClone(value);
  for (let times = 1 + random.below(3); times > 0; times -= 1) changeSomewhere(copy, random);
  return copy;
}

function changeSomewhere(root: unknown, random: Random): void {
  const places: { holder: Container; key: string }[] = [];
  collect(root, places);
  const place = places[random.below(places.length)];
  if (place) change(place.holder as Record<string, unknown>, place.key, random);
}

function collect(value: unknown, places: { holder: Container; key: string }[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    places.push({ holder: value as Container, key });
    collect(inner, places);
  }
}

function change(holder: Record<string, unknown>, key: string, random: Random): void {
  const others = Object.keys(holder);
  switch (random.below(6)) {
    case 0:
      delete holder[key];
      return;
    case 1:
      holder[key] = [holder[key], holder[key]];
      return;
    case 2:
      holder[key] = { [key]: holder[key] };
      return;
    case 3:
      holder[others[random.below(others.length)] ?? key] = holder[key];
      return;
    case 4:
      holder[`${key}x`] = holder[key];
      return;
    default:
      holder[key] = structuredClone(random.pick(strangers));
  }
}
