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
