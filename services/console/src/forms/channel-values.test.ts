import { expect, test } from 'vitest';
import type { Channel } from '../api/channels.ts';
import {
  areStatuses,
  keepUpstreams,
  toChannelChanges,
  toChannelEdit,
  toChannelValues,
} from './channel-values.ts';

const untold = {
  test_time: null,
  response_time: null,
  last_test: null,
  balance: null,
  balance_currency: null,
  balance_updated_time: null,
};
const channel: Channel = {
  id: 7,
  name: 'one',
  provider: 'openai',
  vendor: '',
  base_url: 'https://api.example/v1',
  models: [
    { name: 'a', upstream: 'a' },
    { name: 'fast', upstream: 'a-mini' },
  ],
  groups: ['default', 'vip'],
  priority: -1,
  weight: 3,
  send_request_id: true,
  timeouts: { first_byte: 1.5 },
  api_version: '2026-01-01',
  region: '',
  store: false,
  overrides: { parameters: { top_k: 5 }, headers: { 'x-team': 'one' }, statuses: { '429': 503 } },
  enabled: true,
  tag: 'eu',
  from_config: false,
  keys: [],
  key_count: 2,
  keys_readable: true,
  ...untold,
};

test('a form that was not touched changes nothing', () => {
  const { id, keys, key_count, keys_readable, enabled, from_config, ...members } = channel;
  const none = { vendor: null, region: null };
  const said = Object.fromEntries(Object.entries(members).filter(([name]) => !(name in untold)));
  expect(toChannelChanges(toChannelValues(channel))).toEqual({ ...said, ...none });
});

test('of a known channel what was changed is sent alone, so that what others change meanwhile stays', () => {
  const values = toChannelValues(channel);
  expect(toChannelEdit(values, channel)).toEqual({});
  expect(toChannelEdit({ ...values, weight: '', key: 'sk-1' }, channel)).toEqual({
    weight: null,
    key: 'sk-1',
    key_mode: 'replace',
  });
});

test('a new channel keeps and sends what one of a file does', () => {
  expect(toChannelChanges(toChannelValues())).toMatchObject({ store: true, send_request_id: true });
});

test('keys are said where some were typed, and what was emptied has its default again', () => {
  const values = {
    ...toChannelValues(channel),
    key: ' sk-1\nsk-2 \n',
    key_mode: 'append' as const,
    timeouts: ['', '', '', ''],
    parameters: '',
    headers: [],
    statuses: [],
    weight: '',
  };
  expect(toChannelChanges(values)).toMatchObject({
    key: 'sk-1\nsk-2',
    key_mode: 'append',
    timeouts: null,
    overrides: null,
    weight: null,
  });
});

test('a model is named once, also where only its upstream name was typed', () => {
  const values = {
    ...toChannelValues(),
    models: ['a', 'b'],
    upstreams: [
      { name: 'b', value: 'b-2' },
      { name: 'c', value: 'c-1' },
      { name: 'a', value: '' },
    ],
  };
  expect(toChannelChanges(values).models).toEqual([
    { name: 'a', upstream: 'a' },
    { name: 'b', upstream: 'b-2' },
    { name: 'c', upstream: 'c-1' },
  ]);
});

test('a model that is taken away takes its upstream name along', () => {
  const known = toChannelValues(channel);
  const typed = { ...known, upstreams: [...known.upstreams, { name: 'typed', value: 't-1' }] };
  expect(keepUpstreams(typed, ['a'])).toEqual([{ name: 'typed', value: 't-1' }]);
  const left = { ...known, models: ['a'], upstreams: keepUpstreams(known, ['a']) };
  expect(toChannelEdit(left, channel)).toEqual({ models: [{ name: 'a', upstream: 'a' }] });
  expect(keepUpstreams(known, ['a', 'fast', 'new'])).toEqual(known.upstreams);
});

test('a model may be called what every object has', () => {
  const values = { ...toChannelValues(), models: ['constructor', '__proto__'] };
  expect(toChannelChanges(values).models).toEqual([
    { name: 'constructor', upstream: 'constructor' },
    { name: '__proto__', upstream: '__proto__' },
  ]);
});

test.each([
  ['429', ' 503 ', true],
  ['', '', true],
  ['429', '', false],
  ['429', '5e2', false],
  ['4xx', '503', false],
  ['200', '503', false],
])('%j read as %j are statuses: %s', (name, value, are) => {
  expect(areStatuses([{ name, value }])).toBe(are);
});
