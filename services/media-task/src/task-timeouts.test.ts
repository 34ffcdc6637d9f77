import { readConfig } from '@headgate/runtime/config';
import { expect, test } from 'vitest';
import { millisecondsByFamily, timeoutOf } from './task-timeouts.ts';

const read = (TIMES: string) => readConfig({ TIMES }, { times: millisecondsByFamily('TIMES') }).times;

test('a family that is named has its own time, and all others the common one', () => {
  const times = { taskTimeouts: read('V6=7200000, mj=1800000'), taskTimeoutMs: 1_000 };
  expect(['V6', 'mj', 'V11'].map((family) => timeoutOf(times, family))).toEqual([
    7_200_000, 1_800_000, 1_000,
  ]);
});

test.each([
  [
    'v6=7200000',
    'out of V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, kling, mj, image, image-task, not "v6"',
  ],
  ['V6=1,sora=2', 'not "sora"'],
  ['V6=1,V6=2', 'TIMES must hold each family once, and has "V6" twice'],
  ['V6=2h', 'as V6=7200000, not "V6=2h"'],
  ['V6=0', 'as V6=7200000, not "V6=0"'],
  ['V6=1,', 'as V6=7200000, not ""'],
])('%j is refused, with what is expected', (times, words) => {
  expect(() => read(times)).toThrow(words);
});
