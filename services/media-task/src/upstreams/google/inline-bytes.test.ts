/** Films that come in answers, beside what clients sent: the right one is read, and no row ever holds one. */

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { Send, VendorRequest } from '../../call/send.ts';
import type { Task } from '../../task/task.ts';
import { gemini } from '../gemini.ts';
import type { Upstream } from '../upstream.ts';
import { vertex } from '../vertex.ts';

const film = Buffer.from('a film');
const picture = Buffer.from('a picture of the client’s').toString('base64');
const account = { provider: '', baseUrl: 'https://google.test/v1', key: 'k', region: '', apiVersion: '' };

async function filmOf(upstream: Upstream, upstreamModel: string, said: object) {
  const asked: VendorRequest[] = [];
  const send: Send = async (request) => {
    asked.push(request);
    const body = Buffer.from(JSON.stringify(said));
    return { status: 200, headers: {}, body, ...(request.isStreamed && { stream: Readable.from([body]) }) };
  };
  const task = { upstreamModel, upstreamId: 'one', usage: Usage.fromPartial({}) } as Task & {
    upstreamId: string;
  };
  const report = await upstream.poll(task, account, send);
  const [media] = report.kind === 'succeeded' ? report.result.media : [];
  if (!media || !('bytes' in media)) throw new Error('no bytes were found');
  return { bytes: await buffer(Readable.from(media.bytes)), asked };
}

test('Vertex gives the film in its answer', async () => {
  const videos = [{ mimeType: 'video/mp4', bytesBase64Encoded: film.toString('base64') }];
  const said = { name: 'operations/1', done: true, response: { videos } };
  const { bytes, asked } = await filmOf(vertex, 'veo-3.1-generate-001', said);
  expect(bytes).toEqual(film);
  expect(asked).toMatchObject([{ cutsTexts: true }, { isStreamed: true }]);
});

test('an interaction may hold the film behind pictures that the client sent', async () => {
  const given = { type: 'image', data: picture };
  const said = {
    input: [given, given],
    status: 'completed',
    steps: [
      { type: 'user_input', content: [given, { type: 'video', data: picture }] },
      {
        type: 'model_output',
        content: [{ type: 'video', mime_type: 'video/mp4', data: film.toString('base64') }],
      },
    ],
  };
  const { bytes, asked } = await filmOf(gemini, 'gemini-omni-1.2-flash', said);
  expect(bytes).toEqual(film);
  expect(asked).toMatchObject([{ cutsTexts: true }, { isStreamed: true }]);
});
