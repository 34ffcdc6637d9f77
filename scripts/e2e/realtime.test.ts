/** Realtime sessions of the official SDK through ingress and text-gateway, and what they cost. */
import { once } from 'node:events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { bookedResponses } from './testing/booked-responses.ts';
import { awaitClosedBooks } from './testing/books.ts';
import { openRealtime, type RealtimeClient, refusedDial } from './testing/realtime-client.ts';
import { shareWorld } from './testing/share-world.ts';
import type { Served } from './testing/world.ts';

const keys = {
  limited: 'sk-limitedlimitedlimitedlimitedlimited',
  modest: 'sk-modestmodestmodestmodestmodestmodest',
  brisk: 'sk-briskbriskbriskbriskbriskbriskbrisk',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor',
};

/** A response over an empty conversation may cost 4,096 tokens of 32 and 1,000 of 64 dollars a million: 19.5 cents. */
const price = '{ input: 4, cache_read: 0.4, audio_input: 32, output: 16, audio_output: 64 }';
const models = ['rt', 'rt-upstream', 'fault-cut', 'fault-status-401', 'fault-stall', 'unserved'];
const configuration = `
groups: { default: { ratio: 1 } }
models:
${models.map((model) => `  ${model}: { price: ${price}, max_output: 1000 }`).join('\n')}
channels:
  - name: sandbox
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [rt, fault-cut, fault-stall, fault-status-401, { name: mapped, upstream: rt-upstream }]
  - name: bad-key
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["bad-upstream-key"]
    models: [{ name: twice, upstream: rt }]
    priority: 1
  - name: good-key
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [{ name: twice, upstream: rt }]
  - name: no-realtime
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [unserved]
users:
  - { username: root, password: "root-password-for-tests", role: root }
keys:
  - { name: limited, key: "${keys.limited}", quota_usd: 1000 }
  - { name: modest, key: "${keys.modest}", quota_usd: 0.20 }
  - { name: brisk, key: "${keys.brisk}", quota_usd: 1000, tpm: 300 }
  - { name: poor, key: "${keys.poor}", quota_usd: 0.01 }
`;

const world = shareWorld(configuration, {
  env: {
    'text-gateway': {
      HEADGATE_REALTIME_FRAME_BYTES: String(256 * 1024),
      HEADGATE_HEARTBEAT_MS: '100',
      HEADGATE_ABANDONED_DRAIN_MS: '500',
      HEADGATE_SLICE_IDLE_MS: '500',
      HEADGATE_RECALL_WAIT_MS: '200',
    },
  },
});

const open = (key: string, model = 'rt') => openRealtime(world().baseUrl, key, model);

async function close(client: RealtimeClient): Promise<void> {
  client.sdk.close();
  await client.closed;
}

/** What the sandbox counts beyond the tokens of every dialect. */
type Heard = Served['usage'] & {
  inputAudioTokens: number;
  cachedAudioTokens: number;
  outputAudioTokens: number;
};

async function produced({ requestId }: RealtimeClient): Promise<Heard[]> {
  const all = await world().served();
  return all.filter((served) => served.requestId === requestId).map(({ usage }) => usage as Heard);
}

/** The classes of what the sandbox produced. */
function classesOf(heard: Heard | undefined) {
  if (!heard) throw new Error('The sandbox produced nothing');
  const { inputTokens, cachedTokens, outputTokens } = heard;
  const audio = heard.inputAudioTokens - heard.cachedAudioTokens;
  return {
    input_fresh: BigInt(inputTokens - cachedTokens - audio),
    input_audio: BigInt(audio),
    input_cache_read: BigInt(cachedTokens),
    output_visible: BigInt(outputTokens - heard.outputAudioTokens),
    output_audio: BigInt(heard.outputAudioTokens),
  };
}

/** By hand: 500,000 units a dollar, so dollars per million tokens are halves of a unit per token. */
function unitsOf(heard: Heard | undefined): bigint {
  const classes = classesOf(heard);
  const halves =
    Number(classes.input_fresh) * 4 +
    Number(classes.input_audio) * 32 +
    Number(classes.input_cache_read) * 0.4 +
    Number(classes.output_visible) * 16 +
    Number(classes.output_audio) * 64;
  return BigInt(Math.round(Number((halves / 2).toPrecision(12))));
}

describe('a session', () => {
  test('answers in text and in sound, and each response is billed once, by its classes', async () => {
    const client = await open(keys.limited);
    client.ask('Hello there, what do you hear?');
    const first = await client.until('response.done');
    expect(first.response.output).toMatchObject([{ content: [{ text: 'Hello there, what do you hear?' }] }]);
    const sound = Buffer.alloc(4_800 * 40, 1).toString('base64');
    client.sdk.send({ type: 'input_audio_buffer.append', audio: sound });
    client.sdk.send({ type: 'input_audio_buffer.commit' });
    await client.until('input_audio_buffer.committed');
    client.ask('And now? [[cached=20]]', 'audio');
    expect((await client.until('response.output_audio.delta')).delta).not.toBe('');
    await client.until('response.done', 2);
    await close(client);

    const heard = await produced(client);
    expect(heard).toHaveLength(2);
    expect(heard[1]).toMatchObject({ inputAudioTokens: 40, outputAudioTokens: 1 });
    const rows = await bookedResponses(world(), client, 2);
    for (const [index, row] of rows.entries()) {
      expect(row).toMatchObject({
        ...{ kind: 'settle', usage_source: 'upstream', ending: 'completed', model: 'rt', calls: 1n },
        ...classesOf(heard[index]),
        amount: unitsOf(heard[index]),
      });
    }
  });

  test('is found in the log with its responses, by the id that its client was told', async () => {
    const client = await open(keys.limited);
    client.ask('Hi');
    await client.until('response.done');
    await close(client);
    const path = `${world().baseUrl}/api/log/token?request_id=${client.requestId}`;
    const rows = await waitFor(async () => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${keys.limited}` } });
      const { items } = JSON.parse(await answer.text()).data;
      return items.length >= 2 ? items : undefined;
    }, 'the session and its response are booked');
    const quota = Number(unitsOf((await produced(client))[0]));
    expect(rows).toMatchObject([{ quota, other: expect.stringContaining(client.requestId) }, { quota: 0 }]);
  });

  test('has a closing entry of its own, which costs nothing, and leaves nothing held', async () => {
    const client = await open(keys.limited);
    client.ask('Hi');
    await client.until('response.done');
    await close(client);
    const [own] = await waitFor(async () => {
      const rows = await world().sql('select * from ledger.usage where id = $1', [client.requestId]);
      return rows.length > 0 ? rows : undefined;
    }, 'the session is booked');
    expect(own).toMatchObject({
      amount: 0n,
      usage_source: 'missing',
      calls: 0n,
      ending: 'client_gone',
      status: 101,
    });
    await waitFor(
      async () => (await world().sql('select 1 from ledger.purse where held <> 0')).length === 0,
      'nothing is held',
    );
  });

  test('shows a mapped model under the name that was asked for', async () => {
    const client = await open(keys.limited, 'mapped');
    const { session } = await client.until('session.created');
    expect(session).toMatchObject({ model: 'mapped' });
    client.sdk.send({
      type: 'session.update',
      session: { type: 'realtime', model: 'mapped', instructions: 'x' },
    });
    expect((await client.until('session.updated')).session).toMatchObject({
      model: 'mapped',
      instructions: 'x',
    });
    client.sdk.send({ type: 'session.update', session: { type: 'realtime', model: 'rt-upstream' } });
    expect((await client.until('error')).error).toMatchObject({ param: 'session.model' });
    await close(client);
  });

  test('tells which event of its client an error is of, and answers what was asked for beside it', async () => {
    const client = await open(keys.modest);
    client.sdk.send({ type: 'input_audio_buffer.commit', event_id: 'empty' });
    client.ask('Hi');
    expect((await client.until('error')).error).toMatchObject({ event_id: 'empty' });
    await client.until('response.done');
    client.sdk.send({ type: 'input_audio_buffer.clear' });
    await client.until('input_audio_buffer.cleared');
    await close(client);
    await bookedResponses(world(), client, 1);
  });

  test('is answered by another channel where one refuses the dial', async () => {
    const client = await open(keys.limited, 'twice');
    client.ask('Hi');
    expect((await client.until('response.done')).response.status).toBe('completed');
    await close(client);
    const attempts = (await world().served()).filter(({ requestId }) => requestId === client.requestId);
    expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'served'],
    ]);
  });

  test('bills what a transcription used, beside the response', async () => {
    const client = await open(keys.limited);
    const audio = { input: { transcription: { model: 'whisper' } } };
    client.sdk.send({ type: 'session.update', session: { type: 'realtime', audio } });
    await client.until('session.updated');
    client.sdk.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(48_000, 1).toString('base64') });
    client.sdk.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(4_800).toString('base64') });
    await client.until('response.done');
    await close(client);
    const rows = await bookedResponses(world(), client, 2);
    expect(rows.map(({ input_audio }) => input_audio).sort()).toEqual([11n, 11n]);
    expect(rows.map(({ output_visible }) => output_visible)).toContain(3n);
  });

  test('that its client leaves in mid-response has it cancelled, and is billed what was said', async () => {
    const client = await open(keys.limited);
    client.ask('[[chunks=100000 delay=10]]');
    await client.until('response.output_text.delta', 3);
    await close(client);
    const [row] = await bookedResponses(world(), client, 1);
    const [heard] = await produced(client);
    expect(row).toMatchObject({ usage_source: 'upstream', amount: unitsOf(heard), ...classesOf(heard) });
  });
});

describe('a key', () => {
  test('may come as a subprotocol alone, and is not said back', async () => {
    const protocols = ['realtime', `openai-insecure-api-key.${keys.limited}`];
    const socket = new WebSocket(`${world().baseUrl.replace('http', 'ws')}/v1/realtime?model=rt`, protocols);
    await once(socket, 'open');
    expect(socket.protocol).toBe('realtime');
    socket.terminate();
    const received = await (await fetch(`${world().sandboxUrl}/received`)).text();
    expect(received).not.toContain(keys.limited);
    expect(world().service('ingress').log()).not.toContain(keys.limited);
    expect(world().service('text-gateway').log()).not.toContain(keys.limited);
  });

  test('has used up its tokens a minute by what its sessions used, also behind their clients', async () => {
    const bearer = { authorization: `Bearer ${keys.brisk}` };
    const [first, second] = [await open(keys.brisk), await open(keys.brisk)];
    first.ask('[[chunks=9 size=4]]');
    await first.until('response.done');
    await close(first);
    await close(await open(keys.brisk));
    second.ask('[[chunks=100000 size=400 delay=10]]');
    await second.until('response.output_text.delta', 4);
    await close(second);
    const refused = await waitFor(async () => {
      const path = `${world().baseUrl}/v1/chat/completions`;
      const answer = await fetch(path, { method: 'POST', headers: bearer, body: '{}' });
      return answer.status === 429 ? answer : undefined;
    }, 'they are used up for other requests too');
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } });
    const answer = await refusedDial(`${world().baseUrl}/v1/realtime?model=rt`, { headers: bearer });
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.body).error).toMatchObject({ code: 'too_many_requests' });
  });

  test('that is forged in a header of ours is nobody’s', async () => {
    const forged = { 'x-headgate-caller': 'e30.e30', authorization: 'Bearer sk-unknown' };
    const url = `${world().baseUrl}/v1/realtime?model=rt`;
    expect(await refusedDial(url, { headers: forged })).toMatchObject({ status: 401 });
    const direct = `${world().httpUrlOf('text-gateway')}/v1/realtime?model=rt`;
    // Like one that an ingress with another secret signed: a fault of the operator's, as far as can be told here.
    expect(await refusedDial(direct, { headers: forged })).toMatchObject({ status: 500 });
    expect(await refusedDial(direct, {})).toMatchObject({ status: 403 });
  });
});

describe('refused before the upgrade', () => {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  test.each([
    ['no model', '', keys.limited, 400, 'invalid_request'],
    ['an unknown key', '?model=rt', 'sk-unknown', 401, 'invalid_api_key'],
    ['no quota', '?model=rt', keys.poor, 402, 'insufficient_user_quota'],
    ['an unknown model', '?model=nobody', keys.limited, 503, 'model_not_found'],
    ['a model without realtime', '?model=unserved', keys.limited, 503, 'model_not_found'],
    ['an upstream that refuses', '?model=fault-status-401', keys.limited, 503, 'model_not_found'],
  ])('%s', async (_name, query, key, status, code) => {
    const answer = await refusedDial(`${world().baseUrl}/v1/realtime${query}`, { headers: bearer(key) });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(answer.body).not.toMatch(/127\.0\.0\.1|upstream-secret|sandbox/);
  });
});

describe('a session ends', () => {
  test('with an error and 1008 when quota does not cover another response', async () => {
    const client = await open(keys.modest);
    client.ask('[[chunks=9 size=400]]');
    await client.until('response.done');
    expect((await client.until('error')).error).toMatchObject({ code: 'insufficient_user_quota' });
    expect(await client.closed).toBe(1008);
    const [row] = await bookedResponses(world(), client, 1);
    expect(row?.amount).toBe(unitsOf((await produced(client))[0]));
  });

  test('with 1011 when the upstream is cut, and without a word of why', async () => {
    const client = await open(keys.limited, 'fault-cut');
    client.ask('[[chunks=10]]');
    expect(await client.closed).toBe(1011);
    expect((await client.until('error')).error).toMatchObject({ code: 'upstream_cut' });
    const [row] = await bookedResponses(world(), client, 1);
    expect(row).toMatchObject({ usage_source: 'estimated', ending: 'broken' });
    expect(row?.amount).toBeGreaterThan(0n);
  });

  test('with 1009 when a frame is too large', async () => {
    const client = await open(keys.limited);
    client.sdk.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(300 * 1024) });
    expect(await client.closed).toBe(1009);
  });

  test('with 1001 when its gateway stops, after the response under way', async () => {
    const [idle, busy] = [await open(keys.limited), await open(keys.limited)];
    busy.ask('[[chunks=20 delay=20]]');
    await busy.until('response.output_text.delta');
    world().service('text-gateway').signal('SIGTERM');
    expect(await idle.closed).toBe(1001);
    expect((await busy.until('response.done')).response.status).toBe('completed');
    expect(await busy.closed).toBe(1001);
    await world().service('text-gateway').ended();
    await world().service('text-gateway').start();
    expect(await bookedResponses(world(), busy, 1)).toMatchObject([
      { kind: 'settle', usage_source: 'upstream' },
    ]);
  });

  test('with 1001 when its ingress stops, after the response under way', async () => {
    const [idle, busy] = [await open(keys.limited), await open(keys.limited)];
    busy.ask('[[chunks=20 delay=20]]');
    await busy.until('response.output_text.delta');
    world().service('ingress').signal('SIGTERM');
    expect(await idle.closed).toBe(1001);
    expect((await busy.until('response.done')).response.status).toBe('completed');
    expect(await busy.closed).toBe(1001);
    await world().service('ingress').ended();
    await world().service('ingress').start();
    expect(await bookedResponses(world(), busy, 1)).toMatchObject([
      { kind: 'settle', usage_source: 'upstream' },
    ]);
  });

  test('nobody but an ingress may end a session, or hear what it uses', async () => {
    const client = await open(keys.limited);
    const url = `${world().httpUrlOf('text-gateway')}/v1/realtime`;
    const statuses = await Promise.all(
      [{}, { 'x-headgate-caller': 'forged' }].flatMap((headers) => [
        fetch(url, { method: 'DELETE', headers }).then(({ status }) => status),
        fetch(`${url}/tokens`, { headers }).then(({ status }) => status),
      ]),
    );
    expect(statuses).toEqual([403, 403, 403, 403]);
    client.ask('still here');
    await client.until('response.done');
    await close(client);
  });

  test('in interrupted entries when its gateway is killed in mid-response', async () => {
    const client = await open(keys.limited);
    client.ask('[[chunks=100000 delay=10]]');
    await client.until('response.output_text.delta');
    await world().service('text-gateway').kill();
    expect(await client.closed).toBe(1006);
    await world().service('text-gateway').start();
    expect(await bookedResponses(world(), client, 1)).toMatchObject([{ kind: 'interrupted', amount: 0n }]);
    const own = await world().sql('select kind from ledger.entry where id = $1', [client.requestId]);
    expect(own).toEqual([{ kind: 'interrupted' }]);
    await awaitClosedBooks(world());
  });
});
