/** A film that is told by its address is there once its file is: until then the address leads nowhere. */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { Task } from '../../task/task.ts';
import { gemini } from '../gemini.ts';
import type { Report } from '../upstream.ts';

const account = { provider: '', baseUrl: 'https://google.test/v1beta', key: 'k', region: '', apiVersion: '' };
const url = 'https://google.test/v1beta/files/film-1:download?alt=media';
const interaction = {
  id: 'v1_1',
  status: 'completed',
  steps: [{ type: 'model_output', content: [{ type: 'video', mime_type: 'video/mp4', uri: url }] }],
};

interface Said {
  status?: number;
  json: object;
}

async function poll(file: Said, asked: string[] = []): Promise<Report | Error> {
  const task = { upstreamModel: 'gemini-omni-1.2-flash', upstreamId: 'v1_1', usage: Usage.fromPartial({}) };
  return gemini
    .poll(task as Task & { upstreamId: string }, account, async (request) => {
      asked.push(`${request.headers['x-goog-api-key']} ${request.url}`);
      const { status = 200, json } = request.url.includes('/files/') ? file : { json: interaction };
      return { status, headers: {}, body: Buffer.from(JSON.stringify(json)) };
    })
    .catch((error) => error);
}

test('a file that is not ready yet is waited for', async () => {
  const asked: string[] = [];
  const report = await poll({ json: { name: 'files/film-1', state: 'PROCESSING' } }, asked);
  expect(report).toMatchObject({ kind: 'running' });
  expect(asked[1]).toBe('k https://google.test/v1beta/files/film-1');
});

test('a file that could not be made is no result', async () => {
  const json = { name: 'files/film-1', state: 'FAILED', error: { message: 'No frames.' } };
  expect(await poll({ json })).toEqual({ kind: 'failed', code: 'internal_error', message: 'No frames.' });
});

test.each([
  [{ json: { name: 'files/film-1', state: 'ACTIVE' } }],
  [{ json: { name: 'files/film-1' } }],
  [{ status: 403, json: { error: { code: 403, message: 'No.' } } }],
  [{ status: 404, json: { error: { code: 404, message: 'No.' } } }],
])('of any other the film is the result: %j', async (file) => {
  expect(await poll(file)).toMatchObject({ kind: 'succeeded', result: { media: [{ kind: 'video', url }] } });
});

test.each([429, 500, 503])(
  'one that cannot be asked for now, under %i, is asked for again',
  async (status) => {
    expect(await poll({ status, json: { error: { code: status, message: 'No.' } } })).toBeInstanceOf(Error);
  },
);
