import { Close, Kind, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import { closesToJson, jsonToCloses } from './closes-json.ts';

const close = Close.fromPartial({
  id: 'a',
  kind: Kind.SETTLE,
  path: ['key:1'],
  reserved: 9_007_199_254_740_993n,
  usage: { inputFresh: 3n, metered: [{ unit: MeteredUnit.IMAGE, variant: '2K', quantity: 2n }] },
  stream: true,
});

test('closes come back from JSON as they were, 64 bit numbers whole', () => {
  const text = JSON.stringify(closesToJson([close]));
  expect(jsonToCloses(JSON.parse(text))).toEqual([close]);
  expect(jsonToCloses({ number: '7', closes: JSON.parse(text) })).toEqual([close]);
});

test.each([
  [{}, 'The file holds no list of closes.'],
  [[1], 'closes[0] is not a close.'],
  [[{ colour: 'red' }], 'closes[0].colour is not known.'],
  [[{ reserved: '1.5' }], 'closes[0].reserved is not a whole number.'],
  [[{ usage: { inputFresh: true } }], 'closes[0].usage.inputFresh is not a whole number.'],
  [[{ path: [1] }], 'closes[0].path[0] is not a string.'],
  [[{ usage: 7 }], 'closes[0].usage is not an object.'],
  [[{ path: 'key:1' }], 'closes[0].path is not a list.'],
  [[{ stream: 'yes' }], 'closes[0].stream is not a boolean.'],
])('%j is refused', (json, message) => {
  expect(() => jsonToCloses(json)).toThrow(message);
});
