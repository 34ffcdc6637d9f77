/** Every cell of the specification's limits tables, by each route that makes videos: at a bound, one below, one above. */
import { type HandleRequest, Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiContext } from '../context.ts';
import type { StoredWish } from '../families/wish.ts';
import type { RequestFiles } from '../references/reference-files.ts';
import { filmFamilies } from '../testing/film-families.ts';
import type { Cell } from '../testing/limits/cell.ts';
import { fileAt } from '../testing/limits/files.ts';
import { forms } from '../testing/limits/forms.ts';
import { lengths } from '../testing/limits/lengths.ts';
import { references } from '../testing/limits/references.ts';
import { acceptance, vendors } from '../testing/limits/vendors.ts';
import { words } from '../testing/limits/words.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
let userId = 1_000n;
beforeAll(async () => {
  media = await createTestMedia();
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(acceptance)) });
});
afterAll(() => media.stop());
beforeEach(() => {
  media.vendor.asked = [];
  userId += 1n;
});

const operations = [
  ['/v1/videos', Operation.CREATE_VIDEO],
  ['/v1/video/generations', Operation.CREATE_UNIFIED],
] as const;

const cells = [...lengths, ...words, ...references, ...forms];

test('every family of the tables has cells', () => {
  const held = new Set(cells.map(({ family }) => family));
  const bare = filmFamilies.filter((name) => name !== 'kling' && !held.has(name));
  expect(bare, 'add cells in testing/limits, and who renders it in its vendors.ts').toEqual([]);
});

describe.each(operations)('%s', (_path, operation) => {
  test.each(cells)('$title', async (cell) => {
    const { outcome } = cell;
    const creating = handle(apiFor(cell), await requestFor(cell, operation));
    if ('holds' in outcome) {
      expect((await creating).status).toBe(200);
      expect(await seenRows()).toMatchObject([outcome.holds]);
      expect(media.vendor.asked).toHaveLength(1);
      return;
    }
    const refusal: unknown = await creating.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FaultError);
    expect(refusal).toMatchObject({
      fault: { status: 400, code: 'invalid_request', param: outcome.refused },
    });
    for (const word of outcome.says) expect(String(refusal)).toContain(word);
    expect(await seenRows()).toEqual([]);
    expect(media.vendor.asked).toEqual([]);
  });
});

function apiFor({ family, traits, by }: Cell): ApiContext {
  const vendor = vendors[family];
  if (!vendor) throw new Error(`nobody renders ${family}`);
  const { provider, model, key = 'the-key' } = vendor;
  const channel = testChannel({
    provider: by === 'vendor' ? provider : 'gateway',
    keys: [key],
    models: [{ name: 'the-model', upstream: model, priceModel: 'the-model' }],
  });
  const api = createTestApi(media, [channel], { family, ...traits });
  return { ...api, references: { open: () => files } };
}

/** What lies at addresses: files as large and as long as their names say. */
const files: RequestFiles = {
  bring: async ({ kind }, url) => fileAt(kind, url),
  publish: () => Promise.reject(new Error('a reference was to be published')),
  release() {},
};

async function requestFor({ body, isForm }: Cell, operation: Operation): Promise<HandleRequest> {
  const members = { model: 'the-model', prompt: 'a mill by a river', ...body };
  if (!isForm) return requestOf({ operation, userId, body: members });
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) form.append(name, String(value));
  const encoded = new Response(form);
  const type = { name: 'content-type', value: encoded.headers.get('content-type') ?? '' };
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return { ...requestOf({ operation, userId, headers: [type] }), body: bytes };
}

/** The wishes of the user's tasks, their references counted. */
async function seenRows(): Promise<object[]> {
  const sql = 'select wish from task where user_id = ?';
  const rows = await rowsOf<{ wish: StoredWish }>(media.context.knex, sql, [userId]);
  return rows.map(({ wish }) => ({
    ...wish,
    ...Object.fromEntries(
      ['image', 'video', 'audio'].map((kind) => [
        kind,
        wish.references.filter((one) => one.kind === kind).length,
      ]),
    ),
    bytes: wish.references.reduce(
      (sum, { source }) => sum + ('byteCount' in source ? source.byteCount : 0),
      0,
    ),
  }));
}
