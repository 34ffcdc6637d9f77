/** Every scene of V10, with the exact body that the vendor is sent and what it is priced by. */
import { describe, expect, test } from 'vitest';
import { sceneFixtures } from './testing/scene-fixtures.ts';
import { order, submit } from './testing/vendor.ts';

describe.each(Object.entries(sceneFixtures))('%s', (_name, { model, asked, sent, priced }) => {
  test('is sent as the vendor writes it', async () => {
    const { action, body } = await submit(order('V10', model, asked), model);
    expect(action).toBe('CreateAigcVideoTask');
    const expected = { SubAppId: 251_007_502, Prompt: 'a mill', SessionId: 'request-1.1', ...sent };
    expect(body).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test('is priced by what is sent', () => {
    const { usage } = order('V10', model, asked);
    expect(usage.calls).toBe(1n);
    expect(usage.metered.map(({ variant, quantity }) => [variant, quantity])).toEqual([priced]);
  });
});

test('bytes of a form go as base64', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1').toString('base64');
  const { body } = await submit(order('V10', 'Kling-2.6', { input_reference: png }), 'Kling-2.6');
  expect(body).toMatchObject({
    FileInfos: [{ Type: 'Base64', Base64: png, Category: 'Image', Usage: 'FirstFrame' }],
  });
});
