import { expect, test } from 'vitest';
import { chooseByName } from './rendezvous.ts';

const options = [
  { name: '1/m', weight: 1 },
  { name: '2/m', weight: 3 },
  { name: '3/m', weight: 0 },
];
const names = Array.from({ length: 4_000 }, (_, index) => `prompt-${index}`);

function choose(name: string, among = options): string | undefined {
  return chooseByName(
    among,
    name,
    (option) => option.name,
    (option) => option.weight,
  )?.name;
}

test('names are shared out by weight', () => {
  const first = names.filter((name) => choose(name) === '1/m').length;
  expect(first).toBeGreaterThan(800);
  expect(first).toBeLessThan(1_200);
  expect(names.filter((name) => choose(name) === '3/m')).toEqual([]);
});

test('when an option goes, only its own names move', () => {
  const left = options.slice(1);
  for (const name of names) {
    const before = choose(name);
    if (before !== '1/m') expect(choose(name, left)).toBe(before);
  }
});

test('among nothing nothing is chosen', () => {
  expect(choose('prompt', [])).toBeUndefined();
});
