/** What is this vendor's alone: what results are billed by, what remains open, and how a lost create is found. */
import { describe, expect, test } from 'vitest';
import { OutcomeUnknown } from '../../call/refusal.ts';
import type { Send } from '../../call/send.ts';
import type { Fields } from '../../families/fields.ts';
import { tencentVod } from '../tencent-vod.ts';
import { account, answerWith, order, refusalOf, submit, taskOf } from './testing/vendor.ts';

const video = taskOf(order('V10', 'Kling-2.6', {}));
const film = { FileType: 'mp4', FileUrl: 'http://vod.example/1.mp4' };

function poll(response: unknown, task = video) {
  return tencentVod.poll(task, account, answerWith(response).send);
}

function finished(Output: object): object {
  return { Status: 'FINISH', AigcVideoTask: { ErrCode: 0, Output } };
}

function create({ key = account.key, response }: { key?: string | undefined; response: object }) {
  const { send, sent } = answerWith(response);
  const submission = {
    ...order('V10', 'Kling-2.6', {}),
    upstreamModel: 'Kling-2.6',
    clientRequestId: undefined,
  };
  return { submitted: tencentVod.submit(submission, { ...account, key }, send), sent };
}

describe('a video', () => {
  test('is billed by the seconds that were asked for, not by the fraction that came on top', async () => {
    const MetaData = { Duration: 5.042, Width: 1280, Height: 720, VideoStreamSet: [{ Fps: 24 }] };
    const Output = { FileInfos: [{ ...film, MetaData }], Usage: { OutputSeconds: 5.042 } };
    expect(await poll(finished(Output))).toMatchObject({
      result: { secondsMs: 5_042, width: 1280, height: 720, fps: 24 },
      usage: { metered: [{ variant: '720P', quantity: 5_000n }] },
    });
  });

  test('as long as what it is made from is billed by what is reported, within what was held', async () => {
    const file_infos = [
      { url: 'https://files.example/i' },
      { url: 'https://files.example/v', category: 'Video' },
    ];
    const metadata = { scene_type: 'motion_control', file_infos };
    const moved = taskOf(order('V10', 'Kling-2.6', { metadata }));
    const quantityAfter = async (OutputSeconds: number | undefined) => {
      const report = await poll(finished({ FileInfos: [film], Usage: { OutputSeconds } }), moved);
      return report.kind === 'succeeded' ? report.usage?.metered[0]?.quantity : undefined;
    };
    expect(await quantityAfter(7.042)).toBe(7_000n);
    expect(await quantityAfter(31)).toBe(30_000n);
    expect(await quantityAfter(undefined)).toBe(30_000n);
    // Versions of the API that count no seconds measure their files.
    const measured = { ...film, MetaData: { Duration: 7.042 } };
    const Usage = { InputTokens: 12, ThoughtTokens: 0 };
    expect(await poll(finished({ FileInfos: [measured], Usage }), moved)).toMatchObject({
      usage: { metered: [{ quantity: 7_000n }] },
    });
  });
});

describe('a film that is edited', () => {
  const url = 'https://files.example/v';
  const asked = (more: object) =>
    order('V10', 'Kling-3.0-Omni', { metadata: { file_infos: [{ url, category: 'Video', ...more }] } });

  test.each([{}, { reference_type: 'base' }])(
    'is held at the longest, and billed by what is reported: %j',
    async (more) => {
      const edit = asked(more);
      expect(edit.usage.metered).toMatchObject([{ variant: '720P', quantity: 10_000n }]);
      const { body } = await submit(edit, 'Kling-3.0-Omni');
      expect(body).toMatchObject({ FileInfos: [{ Category: 'Video', ReferenceType: 'base' }] });
      expect(body).not.toMatchObject({ OutputConfig: { Duration: expect.anything() } });
      const report = await poll(
        finished({ FileInfos: [film], Usage: { OutputSeconds: 7.042 } }),
        taskOf(edit),
      );
      expect(report).toMatchObject({ usage: { metered: [{ quantity: 7_000n }] } });
    },
  );

  test('has no length that anybody could ask for', () => {
    const metadata = { file_infos: [{ url, category: 'Video', reference_type: 'base' }] };
    expect(refusalOf('V10', 'Kling-O1', { duration: 3, metadata })).toMatchObject({ param: 'duration' });
  });

  test('is none that is only looked at', async () => {
    const reference = asked({ reference_type: 'feature' });
    expect(reference.usage.metered).toMatchObject([{ variant: '720P', quantity: 5_000n }]);
    const { body } = await submit(reference, 'Kling-3.0-Omni');
    expect(body).toMatchObject({ OutputConfig: { Duration: 5 } });
  });
});

describe('images', () => {
  const asked = (fields: Fields) => taskOf(order('image-task', 'OG-image2_low', fields));
  const three = [1, 2, 3].map((index) => ({ FileType: 'JPG', FileUrl: `https://vod.example/${index}` }));
  const ended = { Status: 'FINISH', AigcImageTask: { ErrCode: 0, Output: { FileInfos: three } } };

  test('are billed by those that came', async () => {
    expect(await poll(ended, asked({ n: 5 }))).toMatchObject({
      result: { media: three.map(({ FileUrl }) => ({ kind: 'image', format: 'jpeg', url: FileUrl })) },
      usage: { metered: [{ variant: '1K', quantity: 3n }] },
    });
  });

  test('that nobody asked for are neither shown nor billed', async () => {
    const report = await poll(ended, asked({ n: 2 }));
    expect(report).toMatchObject({ usage: { metered: [{ quantity: 2n }] } });
    expect(report.kind === 'succeeded' && report.result.media).toHaveLength(2);
  });
});

describe('a create', () => {
  test.each([
    'InternalError',
    'FailedOperation',
    'ServiceUnavailable',
    'InvalidParameterValue.SessionId',
    'NobodyKnows',
  ])('that is answered with %s may have made something', async (Code) => {
    const { submitted } = create({ response: { Error: { Code, Message: 'no' } } });
    await expect(submitted).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  test.each(['', 'AKID:secret', 'AKID:secret:app', 'AKID::1'])(
    'is not sent with the credential %j',
    async (key) => {
      const { submitted, sent } = create({ key, response: { TaskId: '1' } });
      await expect(submitted).rejects.toMatchObject({ blame: 'credential' });
      expect(sent).toEqual([]);
    },
  );

  test('without a request id goes without a session id', async () => {
    const { submitted, sent } = create({ response: { TaskId: '1' } });
    await submitted;
    expect(JSON.parse(String(sent[0]?.body))).not.toHaveProperty('SessionId');
  });
});

describe('what a lost create made', () => {
  const { find } = tencentVod;

  test('is found by the session id that the create had', async () => {
    const { body } = await submit(order('V10', 'Kling-2.6', {}), 'Kling-2.6');
    const TaskSet = [
      { TaskId: 'another', SessionId: 'request-2.1' },
      { TaskId: 'this', SessionId: JSON.parse(JSON.stringify(body)).SessionId },
    ];
    const { send, sent } = answerWith({ TaskSet });
    expect(await find?.(video, account, send)).toEqual({ upstreamId: 'this' });
    expect(JSON.parse(String(sent[0]?.body))).toMatchObject({
      SubAppId: 251_007_502,
      CreateTime: { After: '2026-11-21T11:50:00Z', Before: '2026-11-21T12:20:00Z' },
    });
  });

  test('is looked for up to now where it had waited to be sent', async () => {
    const waited = { ...video, ways: [] };
    const { send, sent } = answerWith({ TaskSet: [{ TaskId: 'this', SessionId: 'request-1.1' }] });
    expect(await find?.(waited, account, send)).toEqual({ upstreamId: 'this' });
    const { CreateTime } = JSON.parse(String(sent[0]?.body));
    expect(CreateTime.After).toBe('2026-11-21T11:50:00Z');
    expect(Date.parse(CreateTime.Before)).toBeGreaterThan(Date.now());
  });

  const page = { TaskSet: [{ TaskId: 'another', SessionId: '' }], ScrollToken: 'next' };

  test('is found among thousands that were made in that time', async () => {
    const { send: sendOther, sent } = answerWith(page);
    const { send: sendThis } = answerWith({ TaskSet: [{ TaskId: 'this', SessionId: 'request-1.1' }] });
    const send: Send = (request) => (sent.length < 60 ? sendOther(request) : sendThis(request));
    expect(await find?.(video, account, send)).toEqual({ upstreamId: 'this' });
    expect(JSON.parse(String(sent[1]?.body))).toMatchObject({ ScrollToken: 'next' });
  });

  test('is looked for on a hundred pages at most', async () => {
    const { send, sent } = answerWith(page);
    expect(await find?.(video, account, send)).toBeUndefined();
    expect(sent).toHaveLength(100);
  });
});
