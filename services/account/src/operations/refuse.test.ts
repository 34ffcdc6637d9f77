import { problemReasons } from '@headgate/proto/problems';
import { refusalReasons } from '@headgate/proto/refusals';
import { expect, it } from 'vitest';
import { faultFrom } from '../testing/test-account.ts';
import { refuse } from './refuse.ts';

it('a refusal says which one it is, and what it names', async () => {
  const refusal = await faultFrom((async () => refuse('key_name_taken', 'name', { name: 'app' }))());
  expect(refusal).toMatchObject({
    status: 200,
    param: 'name',
    message: 'name: you have a key "app" already.',
    reason: 'key_name_taken',
    reasonValues: { name: 'app' },
  });
});

it('of a long name a refusal says the beginning', async () => {
  const name = 'a'.repeat(1_000_000);
  const { message, reasonValues } = await faultFrom(
    (async () => refuse('model_unknown', 'models', { name }))(),
  );
  expect(message).toBe(`models: there is no model "${'a'.repeat(200)}...".`);
  expect(reasonValues).toEqual({ name: `${'a'.repeat(200)}...` });
});

it('refusals are in the order of the alphabet', () => {
  for (const reasons of [refusalReasons, problemReasons]) expect(reasons).toEqual([...reasons].sort());
});
