/** Forms of any channel and any model: what was not touched is not sent, and what was is sent alone. */
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import type { Channel } from '../api/channels.ts';
import type { Model } from '../api/models.ts';
import { toChannelChanges, toChannelEdit, toChannelValues } from './channel-values.ts';
import { toModelEdit, toModelValues } from './model-values.ts';

const word = fc.string().map((text) => text.trim());
const odd = fc.constantFrom('__proto__', 'constructor', '1080', 'a b', 'ä');
const name = fc.oneof(word, odd).filter((text) => text !== '');
const seconds = fc.double({ min: 0.001, max: 86_400, noNaN: true });
const status = fc.integer({ min: 400, max: 599 });
const decimal = fc
  .tuple(fc.nat(), fc.nat({ max: 999_999_999 }))
  .map(([whole, parts]) => `${whole}.${String(parts).padStart(9, '0')}`);
const bySize = fc.dictionary(fc.oneof(name, fc.constant('')), decimal, { minKeys: 1 });

const channels: fc.Arbitrary<Channel> = fc.record({
  id: fc.constant(7),
  name,
  provider: name,
  vendor: word,
  base_url: name,
  models: fc.uniqueArray(fc.record({ name, upstream: name }), { selector: (model) => model.name }),
  groups: fc.array(name),
  priority: fc.integer(),
  weight: fc.nat(),
  send_request_id: fc.boolean(),
  timeouts: fc.record({ connect: seconds, first_byte: seconds, idle: seconds }, { requiredKeys: [] }),
  api_version: word,
  region: word,
  store: fc.boolean(),
  overrides: fc.record(
    {
      parameters: fc.dictionary(name, fc.jsonValue()),
      headers: fc.dictionary(name, name),
      statuses: fc.dictionary(status.map(String), status),
    },
    { requiredKeys: [] },
  ),
  enabled: fc.boolean(),
  tag: word,
  from_config: fc.boolean(),
  keys: fc.constant([]),
  key_count: fc.nat(),
  keys_readable: fc.boolean(),
  test_time: fc.constant(null),
  response_time: fc.constant(null),
  last_test: fc.constant(null),
  balance: fc.constant(null),
  balance_currency: fc.constant(null),
  balance_updated_time: fc.constant(null),
});

const models: fc.Arbitrary<Model> = fc.record({
  name,
  kind: fc.constant('text'),
  max_output: fc.integer({ min: 1, max: 1_000_000_000 }),
  fallbacks: fc.array(name),
  family: word,
  price: fc.record(
    {
      input: decimal,
      call: decimal,
      cache_write_1h: decimal,
      tiers: fc.array(fc.record({ above: fc.nat(), input: decimal }), { minLength: 1 }),
      second: bySize,
      image: bySize,
      minute: fc.record({ input: decimal }),
      tools: fc.dictionary(name, decimal, { minKeys: 1 }),
    },
    { requiredKeys: [] },
  ),
  channels: fc.constant([]),
  from_config: fc.boolean(),
});

test('of any channel what was changed is sent alone', () => {
  fc.assert(
    fc.property(channels, (channel) => {
      const values = toChannelValues(channel);
      expect(toChannelEdit(values, channel)).toEqual({});
      const next = `${channel.name}!`;
      expect(toChannelEdit({ ...values, name: next }, channel)).toEqual({ name: next });
    }),
  );
});

test('of any channel nothing is lost in its form', () => {
  fc.assert(
    fc.property(channels, (channel) => {
      const { models, timeouts, overrides, region, tag } = toChannelChanges(toChannelValues(channel));
      expect({ models, timeouts: timeouts ?? {}, region: region ?? '', tag }).toEqual({
        models: channel.models,
        timeouts: channel.timeouts,
        region: channel.region,
        tag: channel.tag,
      });
      for (const part of ['parameters', 'headers', 'statuses'] as const)
        expect(overrides?.[part] ?? {}).toEqual(channel.overrides[part] ?? {});
    }),
  );
});

test('of any model a price is sent with all of the others, to the last digit', () => {
  fc.assert(
    fc.property(models, decimal, (model, output) => {
      const values = toModelValues(model);
      expect(toModelEdit(values, model)).toEqual({ name: model.name });
      const edit = toModelEdit({ ...values, common: { ...values.common, output } }, model);
      expect(edit).toEqual({ name: model.name, price: { ...model.price, output } });
    }),
  );
});
