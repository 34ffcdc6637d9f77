import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeOperations } from './describe.ts';

const operations = z
  .array(z.object({ name: z.string(), body: z.json().optional(), data: z.json().optional() }))
  .parse(JSON.parse(describeOperations().operations.toString()));

/** Where a schema says nothing of what is there. */
function untyped(path: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value);
  if (members.length === 0 && !Array.isArray(value)) return [path];
  return members.flatMap(([name, inner]) => untyped(`${path}.${name}`, inner));
}

/** What may be anything, and members of schemas that are none. */
const free =
  /^audit\.|^options\.|^oauth\.enter|^passkeys\.begin|\.parameters\.additionalProperties$|\.(properties|default)$/;

it('says of everything but what may be anything what it is, amounts of money too', () => {
  const found = operations.flatMap(({ name, body, data }) => [
    ...untyped(`${name} <`, body),
    ...untyped(`${name} >`, data),
  ]);
  expect(found.filter((path) => !free.test(path))).toEqual([]);
});

it('names the providers and vendors of a channel', () => {
  const create = JSON.stringify(operations.find(({ name }) => name === 'channels.create')?.body);
  for (const choice of ['"openai-compatible"', '"anthropic"', '"deepseek"']) expect(create).toContain(choice);
});

it.each([
  ['users.create', 'remain_quota', 'Quota units that they may still spend'],
  ['keys.create', 'expired_time', 'Unix seconds; -1: never'],
  ['keys.get', 'used_quota', 'Quota units: 500,000 are a US dollar'],
  ['keys.get', 'status', '1: enabled, 2: disabled, 3: expired, 4: exhausted'],
  ['users.get', 'last_seen_time', 'When a session of theirs was used last; null where there is none'],
  ['users.self', 'quota', 'Quota units that are left; null while nobody can say'],
  ['users.self', 'used_quota', 'Quota units that were used; null while nobody can say'],
  ['models.put', 'input', 'US dollars per million tokens'],
  ['channels.create', 'first_byte', 'Seconds'],
])('%s says of %s what it is measured in or stands for', (operation, member, words) => {
  const { body, data } = operations.find(({ name }) => name === operation) ?? {};
  const [, schema = ''] = JSON.stringify({ body, data }).split(`"${member}":{`);
  expect(schema.slice(0, schema.indexOf('}') + 200)).toContain(`"description":"${words}"`);
});
