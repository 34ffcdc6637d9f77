import { expect, test } from 'vitest';
import { startTable } from './table.ts';

const took = (ms: number) => ({ wallMs: ms, cpuMs: ms / 10 });

test('each row has the least, the median and the most, and a service that was not ready once counts where it was', () => {
  const starts = [30, 10, 20].map((ms, index) => ({
    ...took(ms * 100),
    services: new Map([['b', took(ms)], ...(index === 0 ? [] : [['a', took(ms)] as const])]),
  }));
  expect(startTable(starts).slice(2)).toEqual([
    '| everything | 1000, 2000, 3000 | 100, 200, 300 |',
    '| a | 10, 20, 20 | 1, 2, 2 |',
    '| b | 10, 20, 30 | 1, 2, 3 |',
  ]);
});
