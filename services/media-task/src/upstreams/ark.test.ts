/** What Seedance is held at and billed by, where prices are by tokens. */
import { expect, test } from 'vitest';
import type { Wish } from '../families/wish.ts';
import type { Task } from '../task/task.ts';
import { ark } from './ark.ts';

const account = { provider: 'ark', baseUrl: 'https://ark.test', key: 'k', region: '', apiVersion: '' };
const plain: Wish = { prompt: 'a mill', references: [], secondsMs: 4_000, options: {} };
const film = { kind: 'video', role: 'reference', source: { url: 'https://files.test/film.mp4' } } as const;

/** Tokens of so many seconds of 1280x720, as the vendor counts them. */
function counted(seconds: number): number {
  return Math.round((1_280 * 720 * (24 * seconds + 1)) / 1_024);
}

function held(wish: Partial<Wish>, model = 'doubao-seedance-2-0-260128'): bigint {
  return ark.resolve({ ...plain, ...wish }, model).usage.outputVisible;
}

async function billed(wish: Partial<Wish>, tokens: number | undefined): Promise<bigint | undefined> {
  const order = ark.resolve({ ...plain, ...wish }, 'doubao-seedance-2-0-260128');
  const said = {
    status: 'succeeded',
    content: { video_url: 'https://tos.test/film.mp4' },
    ...(tokens !== undefined && { usage: { completion_tokens: tokens } }),
  };
  const task = { ...order, upstreamId: 'cgt-1' } as unknown as Task & { upstreamId: string };
  const body = Buffer.from(JSON.stringify(said));
  const report = await ark.poll(task, account, async () => ({ status: 200, headers: {}, body }));
  return report.kind === 'succeeded' ? report.usage?.outputVisible : undefined;
}

test('the last frame is held as well', () => {
  expect(Number(held({}))).toBeGreaterThanOrEqual(counted(4));
});

test.each([
  ['doubao-seedance-2-0-260128', 15],
  ['doubao-seedance-2-0-fast-260128', 15],
  ['doubao-seedance-2-5-260628', 30],
])('films that come along to %s are held at the longest, %i seconds', (model, longest) => {
  expect(Number(held({ references: [film] }, model))).toBeGreaterThanOrEqual(counted(4 + longest));
});

test('images that come along cost nothing', () => {
  expect(held({ references: [{ ...film, kind: 'image' }] })).toBe(held({}));
});

test('what the vendor counts is billed, and without a count what was asked for', async () => {
  expect(await billed({ references: [film] }, counted(9))).toBe(BigInt(counted(9)));
  expect(await billed({ references: [film] }, undefined)).toBe(held({}));
});

test.each([0, -1, 1e300])('%d is no count of a film', async (tokens) => {
  expect(await billed({ references: [film] }, tokens)).toBe(held({}));
});

test.each([
  ['a mill --frames 289', '--frames'],
  ['a mill --dur 12 --seed 3', '--dur'],
  ['a mill --duration 12', '--duration'],
  ['a mill --rs 1080p', '--rs'],
  ['a mill --Resolution 1080p', '--Resolution'],
  ['a mill --fps 24', '--fps'],
])(
  'models that read commands in a prompt are given none that changes what is paid for: %s',
  (prompt, named) => {
    for (const model of ['doubao-seedance-1-0-pro-250528', 'seedance-1-5-pro-251215', 'ep-20260101-abcde']) {
      expect(() => held({ prompt }, model)).toThrow(`prompt has ${named}`);
    }
  },
);

test('words that are no such command are taken, and all by models that read none', () => {
  expect(held({ prompt: 'a mill --ratio 1:1 --framed by trees' }, 'doubao-seedance-1-0-pro-250528')).toBe(
    held({}, 'doubao-seedance-1-0-pro-250528'),
  );
  expect(held({ prompt: 'a mill --frames 289' })).toBe(held({}));
});
