/** The tables of the /mj/ family: buttons, progress, speeds, codes, and what is read out of records. */
import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { cleanMessage } from '../call/clean-message.ts';
import { OutcomeUnknown } from '../call/refusal.ts';
import { actions, modelOf } from './actions.ts';
import { readCustomId } from './custom-id.ts';
import { filterAccounts, readMode, withoutSpeed } from './modes.ts';
import { readProgress, readRecord } from './read-record.ts';
import { isAccepted, readSubmitResult, refusalIn } from './submit-result.ts';

const uuid = '0b8f2a5e-4d7a-4f57-9b53-0c9a2f8f6d11';

describe('a button', () => {
  test.each([
    [`MJ::JOB::upsample::1::${uuid}`, 'UPSCALE'],
    [`MJ::JOB::upsample_v6_2x_subtle::1::${uuid}::SOLO`, 'UPSCALE'],
    [`MJ::JOB::variation::4::${uuid}`, 'VARIATION'],
    [`MJ::JOB::low_variation::1::${uuid}::SOLO`, 'LOW_VARIATION'],
    [`MJ::JOB::high_variation::1::${uuid}::SOLO`, 'HIGH_VARIATION'],
    [`MJ::JOB::reroll::0::${uuid}::SOLO`, 'REROLL'],
    [`MJ::JOB::pan_left::1::${uuid}::SOLO`, 'PAN'],
    [`MJ::JOB::pan_down::1::${uuid}::SOLO`, 'PAN'],
    [`MJ::JOB::animate_high::1::${uuid}::SOLO`, 'VIDEO'],
    [`MJ::Outpaint::50::1::${uuid}::SOLO`, 'ZOOM'],
    [`MJ::CustomZoom::${uuid}`, 'CUSTOM_ZOOM'],
    [`MJ::Inpaint::1::${uuid}::SOLO`, 'INPAINT'],
    ['MJ::Job::PicReader::1', 'IMAGINE'],
    ['MJ::Job::PromptAnalyzer::3', 'IMAGINE'],
  ])('named %s does %s', (customId, action) => {
    expect(readCustomId(customId)).toBe(action);
  });

  test.each([
    `MJ::BOOKMARK::${uuid}`,
    'MJ::JOB::fly::1',
    'MJ::Job::PicReader::all',
    `MJ::JOB::video::low::${uuid}::vid_1.1_i2v_720::auto`,
    'variation',
    `x::MJ::JOB::upsample::1::${uuid}`,
    '',
  ])('named %s does nothing that has a price', (customId) => {
    expect(readCustomId(customId)).toBeUndefined();
  });
});

test('every action has a model of its own', () => {
  const models = actions.flatMap((action) => [modelOf(action), modelOf(action, true)]);
  expect(new Set(models).size).toBe(2 * actions.length);
  expect([modelOf('SWAP_FACE'), modelOf('VIDEO', true)]).toEqual(['mj_swap_face', 'mj_video_hd']);
});

test.each([
  ['31%', 31],
  ['(fast, stealth) 31%', 31],
  ['(relax) 0% of 93%', 0],
  ['Waiting to start', 0],
  ['', 0],
  [null, 0],
  [undefined, 0],
  ['100%', 99],
  ['250%', 99],
  ['1 of 4', 0],
])('progress %o is %i', (text, percent) => {
  expect(readProgress(text)).toBe(percent);
});

describe('a speed', () => {
  test.each([
    ['a fox --fast', 'a fox'],
    ['a fox --relax --ar 1:1', 'a fox --ar 1:1'],
    ['--TURBO a fox', 'a fox'],
    ['a fox --fastidious', 'a fox --fastidious'],
    ['a--fast fox', 'a--fast fox'],
  ])('of the path takes those out of %o', (prompt, left) => {
    expect(withoutSpeed(prompt, 'FAST')).toBe(left);
    expect(withoutSpeed(prompt, undefined)).toBe(prompt);
  });

  test('is one of three, and no other path exists', () => {
    expect([readMode(''), readMode('fast'), readMode('relax'), readMode('turbo')]).toEqual([
      undefined,
      'FAST',
      'RELAX',
      'TURBO',
    ]);
    for (const name of ['warp', 'FAST', 'fast/']) expect(() => readMode(name)).toThrow(FaultError);
  });

  test('is all that goes on of a filter of accounts', () => {
    const accountFilter = { modes: ['RELAX', 'WARP'], instanceId: '1', channelId: '2' };
    expect(filterAccounts({ accountFilter }, undefined)).toEqual({ accountFilter: { modes: ['RELAX'] } });
    expect(filterAccounts({ accountFilter }, 'TURBO')).toEqual({ accountFilter: { modes: ['TURBO'] } });
    expect(filterAccounts({ accountFilter: { instanceId: '1' } }, undefined)).toEqual({});
  });
});

describe('a code', () => {
  const resultOf = (code: unknown, properties: object = {}) =>
    readSubmitResult({ body: Buffer.from(JSON.stringify({ code, result: '1', properties })) });

  test.each([
    [1, true],
    [21, true],
    [22, true],
    [3, false],
    [4, false],
    [9, false],
    [23, false],
    [24, false],
    [30, false],
    [99, false],
  ])('%i is a task: %s', (code, isTask) => {
    const result = resultOf(code);
    expect(result && isAccepted(result)).toBe(isTask);
  });

  test('says nothing of whose account it is', () => {
    const result = resultOf(23, { discordInstanceId: '1118138338562560102' });
    expect(result && refusalIn(result)).toMatchObject({ code: 23, properties: {} });
  });

  test('that nobody knows leaves open what was made', () => {
    const result = resultOf(99);
    expect(result && refusalIn(result)).toBeInstanceOf(OutcomeUnknown);
    expect(resultOf('1')).toBeUndefined();
  });
});

describe('a record', () => {
  const imageUrl = 'https://cdn.vendor.test/a.png';

  test('has names of ours for its buttons, a new one each time', () => {
    const button = { customId: `MJ::JOB::upsample::1::${uuid}`, emoji: '', label: 'U1', type: 2, style: 1 };
    const read = () => {
      const report = readRecord({ status: 'SUCCESS', imageUrl, buttons: [button, 'x', {}] }, 'IMAGINE');
      return report.kind === 'succeeded' ? (report.result.buttons ?? []) : [];
    };
    const [one] = read();
    expect(read()).toEqual([{ ...button, token: expect.stringMatching(/^btn_0_[0-9A-Za-z]{22}$/) }]);
    expect(read()[0]?.token).not.toBe(one?.token);
  });

  test('of a film without films has none', () => {
    expect(readRecord({ status: 'SUCCESS', imageUrl }, 'VIDEO')).toMatchObject({ result: { media: [] } });
    const film = { status: 'SUCCESS', imageUrl, videoUrls: [{ url: 'https://v.test/1' }, {}] };
    expect(readRecord(film, 'VIDEO')).toMatchObject({
      result: { media: [{ kind: 'image' }, { kind: 'video' }] },
    });
  });

  test('of a description is its words, without addresses and ids', () => {
    const finalPrompt = `1️⃣ a mill [link](https://s.mj.run/abc) ${uuid} 1700000000000123 --ar 16:9`;
    const record = { status: 'SUCCESS', properties: { finalPrompt } };
    expect(readRecord(record, 'DESCRIBE')).toMatchObject({
      result: { text: '1️⃣ a mill [link]([...] [...] [...] --ar 16:9' },
    });
    expect(readRecord(record, 'IMAGINE')).not.toHaveProperty('result.text');
  });
});

test('why a task failed is said without the vendor’s numbers', () => {
  const reason = `Job 1118138338562560102 (${uuid}) at cdn.discordapp.com failed`;
  expect(cleanMessage(reason)).toBe('Job [...] ([...]) at [...] failed');
});
