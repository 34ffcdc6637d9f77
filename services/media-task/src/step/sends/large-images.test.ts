/** Images that came in one answer, in base64: they were paid for, and nobody else has them. */

import { createServer, type Server } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageAnswerBytes } from '../../call/answer-bytes.ts';
import { createSend } from '../../call/create-send.ts';
import { keepAccount } from '../../sql/accounts.ts';
import { claimTasks } from '../../sql/moves/claim-tasks.ts';
import { createTestMedia, type TestMedia, testAccount, testMasterKey } from '../../testing/test-media.ts';
import { sendHeld } from './send-held.ts';

let media: TestMedia;
let server: Server;
let asked = 0;

/** Five PNGs of 10 MB each, as OpenAI answers them: in base64, in one answer. */
const count = 5;
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(10 * 1024 * 1024, 1)]);

beforeAll(async () => {
  media = await createTestMedia();
  server = createServer((request, response) => {
    request.resume().once('end', () => {
      asked += 1;
      const item = JSON.stringify({ b64_json: png.toString('base64') });
      response.setHeader('content-type', 'application/json');
      response.end(`{"output_format":"png","data":[${Array.from({ length: count }, () => item).join()}]}`);
    });
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  server.close();
  await media.stop();
});

test('images that were made and paid for reach their client, however large they are together', async () => {
  const { knex, owner, config } = media.context;
  const { id } = await media.deferred();
  const baseUrl = `http://127.0.0.1:${boundPort(server)}/v1`;
  const accountId = String(await keepAccount(knex, testMasterKey, 3n, { ...testAccount, baseUrl }));
  const wish = {
    prompt: 'a mill',
    references: [],
    imageCount: count,
    size: { width: 2_880, height: 2_880 },
    options: { quality: 'high' },
  };
  await knex.raw(`update task set ways = jsonb_build_array((ways -> 0) || ?::jsonb) where id = ?`, [
    JSON.stringify({ accountId, wish, upstreamModel: 'gpt-image-2' }),
    id,
  ]);
  const lease = { owner, ms: 60_000 };
  const [task] = await claimTasks(media.context, lease, { limit: 1, perChannel: 100, errand: 'send' });
  if (!task) throw new Error('it is not to be sent');
  const sendImages = createSend({
    egress: withoutProxy,
    connectMs: 5_000,
    answerMs: config.imageTimeoutMs,
    answerBytes: imageAnswerBytes,
  });
  await sendHeld({ ...media.context, sendImages }, task);
  expect(asked).toBe(1);
  const { state, result } = await media.read(id);
  expect({ state, images: result?.media.length }).toEqual({ state: 'succeeded', images: count });
});
