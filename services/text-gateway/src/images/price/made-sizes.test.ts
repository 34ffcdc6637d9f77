/** What an image costs whose size was left to its upstream, by what the answer says of it. */
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { findVariantRate } from '../../catalog/variant-rate.ts';
import { findSurface } from '../../surfaces/index.ts';

const png = 'iVBORw0KGgo=';
const prices = new Map([
  ['1K', 1n],
  ['2K', 3n],
]);

function order(
  asked: object,
  { leavesResolution = true, of = prices }: { leavesResolution?: boolean; of?: Map<string, bigint> } = {},
) {
  const surface = findSurface(Dialect.CHAT_COMPLETIONS, Operation.EDIT_IMAGES);
  const body = Buffer.from(JSON.stringify({ model: 'm', prompt: 'a mill', image: png, ...asked }));
  const request = surface?.passage.readRequest(body, { model: '', stream: false });
  const terms = { prices: of, isOutputPriced: false, isWriter: false, leavesResolution };
  const made = request?.orderFor?.(terms);
  if (!made) throw new Error('it is no order');
  return made;
}

const answerOf = (reply: object) => order({}).readWhole(Buffer.from(JSON.stringify(reply)), undefined);
const images = (...entries: [variant: string, quantity: bigint][]) =>
  entries.map(([variant, quantity]) => ({ unit: MeteredUnit.IMAGE, variant, quantity }));
const made = { b64_json: png };

test.each<[what: string, answer: object, billed: ReturnType<typeof images>]>([
  ['nothing', { data: [made] }, images(['1K', 1n])],
  ['the size of all', { data: [made, made], size: '2048x1152' }, images(['2K', 2n])],
  ['the size of each', { data: [{ ...made, size: '2048x2048' }, made] }, images(['2K', 1n], ['1K', 1n])],
  ['a word for a resolution', { data: [made], size: '2K' }, images(['2K', 1n])],
  ['a size without a price', { data: [made], size: '4096x4096' }, images(['1K', 1n])],
  ['no size', { data: [made], size: 'auto' }, images(['1K', 1n])],
  ['anything else', { data: [{ ...made, size: 7 }], size: { width: 2048 } }, images(['1K', 1n])],
])('an answer that says %s', (_what, answer, billed) => {
  expect(answerOf(answer).usage?.metered).toEqual(billed);
});

test('a stream says it of each', () => {
  const tap = order({ stream: true }).createTap({ model: undefined, dropUsage: false, choices: 2 });
  for (const size of ['2048x2048', undefined]) {
    const data = Buffer.from(JSON.stringify({ type: 'image_edit.completed', b64_json: png, size }));
    tap.see({ raw: data, data });
  }
  expect(tap.usage?.metered).toEqual(images(['2K', 1n], ['1K', 1n]));
});

test('an image whose size was asked for costs that, whatever the answer says', () => {
  const asked = order({ size: '1024x1024' });
  const { usage } = asked.readWhole(
    Buffer.from(JSON.stringify({ data: [made], size: '2048x2048' })),
    undefined,
  );
  expect(usage?.metered).toEqual(images(['1K', 1n]));
  expect(asked.size.metered).toEqual(images(['1K', 1n]));
});

test('the dearest that may come is held for, where the upstream is not told', () => {
  expect(order({ n: 2 }).size.metered).toEqual(images(['2K', 2n]));
  expect(order({ n: 2 }, { leavesResolution: false }).size.metered).toEqual(images(['1K', 2n]));
});

const mixed = new Map([
  ['', 9n],
  ['1K', 1n],
  ['2048x2048', 5n],
]);

test.each([
  ['1024x1024', '1K'],
  ['2048x2048', '2048x2048'],
  ['2048x1152', '2048x1152'],
  ['4K', '4K'],
  ['16:9', '1K'],
  ['auto', '1K'],
])('an answer that says %s costs what that would cost which had been asked for', (size, variant) => {
  const { job, readWhole } = order({ size: '16:9' }, { of: mixed });
  expect(job?.resolved).toMatchObject({ variant: '1K', resolution: '1K' });
  const answer = readWhole(Buffer.from(JSON.stringify({ data: [made], size })), undefined);
  expect(answer.usage?.metered).toEqual(images([variant, 1n]));
});

test.each([
  ['any other size', mixed, 9n],
  ['a size in pixels', new Map([...mixed, ['', 2n]]), 5n],
  ['no quality that is not asked for', new Map([...mixed, ['', 2n], ['2048x1152:high', 7n]]), 5n],
])('what is held covers %s', (_what, of, most) => {
  const [held] = order({ size: '16:9' }, { of }).size.metered ?? [];
  expect(findVariantRate(of, held?.variant ?? '')).toBe(most);
});
