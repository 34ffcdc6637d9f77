import { expect, test } from 'vitest';
import { klingToken } from '../testing/kling-client.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const film = { model: 'm', prompt: 'a cat' };

test.each<[string, string, object, Record<string, string>?]>([
  [
    'dashscope',
    '/api/v1/services/aigc/video-generation/video-synthesis',
    { model: 'wan2.6-t2v', input: { prompt: 'a cat' } },
    { 'x-dashscope-async': 'enable' },
  ],
  ['gateway-reference', '/gateways/reference/v1/videos', film],
  ['gateway-unified', '/gateways/unified/v1/video/generations', film],
  [
    'interactions',
    '/v1beta/interactions?key=sk-test',
    { model: 'gemini-omni-flash-preview', input: 'a cat', background: true },
  ],
  ['kling', '/kling/v1/videos/text2video', film, { authorization: `Bearer ${klingToken()}` }],
  ['midjourney-proxy', '/mj/submit/imagine', film],
])(
  '%s tells which create of a request made a job, also when the answer is lost',
  async (vendor, path, body, headers) => {
    const { url, post } = await startSandbox();
    const media = createMediaClient({ url });
    const send = (attempt: number) =>
      post(path, body, { ...headers, 'x-client-request-id': `req-7.${attempt}` }).catch(() => null);
    await media.script({ kind: 'status-429', vendor, nth: 1 });
    await send(1);
    await media.script({ kind: 'cut-before-head', vendor, nth: 1 });
    await send(2);
    expect(await media.log('on=create&requestId=req-7')).toMatchObject([
      { vendor, attempt: 1, job: null, fault: 'status-429' },
      { vendor, attempt: 2, job: expect.any(String), fault: 'cut-before-head', status: null },
    ]);
  },
);
