import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smallDocument } from '../testing/documents.ts';
import { type SessionClient, signInAs } from '../testing/session-client.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';

let account: TestAccount;
let root: SessionClient;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  root = await signInAs(account, 'root');
});
afterEach(() => account.stop());

const second = {
  name: 'second',
  provider: 'openai-compatible',
  base_url: 'https://second.example/v1',
  models: ['gpt-4o-mini'],
};
const [keyA, keyB, keyC] = [
  'sk-upstream-aaaaaaaa-0001',
  'sk-upstream-bbbbbbbb-0002',
  'sk-upstream-cccccccc-0003',
];

const create = async (members: object = {}, mode = 'single') => {
  const body = { mode, channel: { ...second, keys: [keyA, keyB], ...members } };
  return ((await root.ask('channels.create', { body })) as { ids: number[] }).ids;
};
const update = (id: number | undefined, body: object) =>
  root.ask('channels.update', { body: { id, ...body } });
const get = (id: number | undefined) => root.ask('channels.get', { path: { id: String(id) } });
const list = async (query: Record<string, string> = {}) => {
  const page = (await root.ask('channels.list', { query })) as { items: { name: string }[]; total: number };
  return page.items.map(({ name }) => name);
};
const told = async (name: string) =>
  (await account.context.catalog.get(0n)).catalog?.channels.find((channel) => channel.name === name);
const manage = (id: number | undefined, action: string, keyIndex?: number) =>
  root.ask('channels.manage-keys', { body: { channel_id: id, action, key_index: keyIndex } });
async function signInAsAdministrator(): Promise<SessionClient> {
  const document = smallDocument();
  Object.assign(document.users[1] ?? {}, { role: 'admin' });
  await account.apply(document);
  return signInAs(account, 'ada');
}
const audited = (operation: string) => account.context.knex('audit').where({ operation }).orderBy('id');

describe('a channel that is made', () => {
  it('has its address without the blanks that were copied with it', async () => {
    await create({ base_url: ' https://second.example/v1 ' });
    expect(await told('second')).toMatchObject({ baseUrl: 'https://second.example/v1' });
  });

  it('reaches gateways at once, and shows of its keys how they end', async () => {
    const before = account.announced.length;
    const [id] = await create({ tag: 'blue', timeouts: { idle: 1.5 }, priority: 3 });
    expect(account.announced.length).toBe(before + 1);
    expect(await told('second')).toMatchObject({
      keys: [keyA, keyB],
      priority: 3,
      timeouts: { idleMs: 1_500 },
    });
    const view = await get(id);
    expect(view).toMatchObject({
      id,
      tag: 'blue',
      status: 1,
      timeouts: { idle: 1.5 },
      groups: ['default'],
      key_count: 2,
      keys: [
        { index: 0, last: '0001', enabled: true },
        { index: 1, last: '0002', enabled: true },
      ],
      from_config: false,
    });
    const seen = JSON.stringify([view, await audited('channels.create')], (_, value) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    expect(seen).not.toContain('sk-upstream');
    expect(await audited('channels.create')).toMatchObject([
      { target_kind: 'channel', target_id: String(id), target_name: 'second', actor_name: 'root' },
    ]);
  });

  it('is one for each key, or one that has them all', async () => {
    const text = `${keyA}\n ${keyB} \n\n${keyC}`;
    const batch = await create({ keys: [], key: text }, 'batch');
    expect(batch).toHaveLength(3);
    expect(await list({ keyword: 'second' })).toEqual(['second 3', 'second 2', 'second 1']);
    expect((await told('second 2'))?.keys).toEqual([keyB]);
    await create({ keys: [], key: JSON.stringify([keyA, keyC]), name: 'all' }, 'multi_to_single');
    expect((await told('all'))?.keys).toEqual([keyA, keyC]);
    await create({ keys: [], key: `{\n"a": 1\n}`, name: 'one' });
    expect((await told('one'))?.keys).toEqual([`{\n"a": 1\n}`]);
  });

  const unsendable = 'must be one line of text that a header can hold, or a JSON object';
  it.each([
    [
      { base_url: 'ftp://x' },
      'channel.base_url: must be an http or https URL without user, password, query and fragment',
    ],
    [{ colour: 'red' }, 'channel.colour: unknown member'],
    [{ models: ['no-such'] }, 'channel second: there is no price for model "no-such"'],
    [{ groups: ['no-such'] }, 'channel second: there is no group "no-such"'],
    [
      { models: ['gpt-4o-mini', 'gpt-4o-mini'] },
      'channel.models[1]: "gpt-4o-mini" is named twice in this channel',
    ],
    [{ name: 'main' }, 'name: there is a channel "main" already'],
    [{ key: keyC }, 'key: must be left out beside keys'],
    [{ keys: [keyA, `sk-\u200b0123`] }, `channel.keys[1]: ${unsendable}`],
    [{ keys: [], key: `${keyA}\n${keyB}` }, `key: ${unsendable}`],
    [
      { overrides: { headers: { 'x-key': keyA } } },
      "channel.overrides.headers.x-key: holds one of the channel's keys: secrets belong there alone",
    ],
  ])('with %j is refused in the words of a file', async (members, message) => {
    expect(await faultFrom(create(members))).toMatchObject({ status: 200, message });
    expect(await list()).toEqual(['main']);
  });
});

describe('a channel', () => {
  it('keeps what a change leaves out, its id and its keys', async () => {
    const [id] = await create({ region: 'eu', tag: 'blue' });
    await update(id, { name: 'renamed', weight: 7 });
    expect(await get(id)).toMatchObject({
      id,
      name: 'renamed',
      weight: 7,
      region: 'eu',
      tag: 'blue',
      key_count: 2,
    });
    await update(id, { region: null, tag: null });
    expect(await get(id)).toMatchObject({ region: '', tag: '' });
    expect((await audited('channels.update'))[0]).toMatchObject({
      target_name: 'second',
      changes: { name: ['second', 'renamed'], weight: ['1', '7'] },
    });
    await update(id, { weight: 7 });
    expect(await audited('channels.update')).toHaveLength(2);
  });

  it('gets new keys in place of the old ones or beside them', async () => {
    const [id] = await create();
    await update(id, { keys: [keyC], key_mode: 'append' });
    expect((await told('second'))?.keys).toEqual([keyA, keyB, keyC]);
    await update(id, { key: `{\n"a": 1\n}`, key_mode: 'append' });
    expect((await told('second'))?.keys).toHaveLength(4);
    expect((await faultFrom(update(id, { key: 'x'.repeat(5_000) }))).message).toContain(
      'at most 4096 characters',
    );
    await update(id, { key: keyC });
    expect((await told('second'))?.keys).toEqual([keyC]);
    expect((await audited('channels.update')).at(-1)?.changes).toEqual({ keys: [null, 'changed'] });
  });

  it('that is off is unknown to gateways, until it is on again', async () => {
    const [id] = await create();
    await update(id, { enabled: false });
    expect(await told('second')).toBeUndefined();
    expect(await root.ask('channels.enabled-models')).toEqual(['fast', 'gpt-4o-mini']);
    expect(await list({ enabled: 'false' })).toEqual(['second']);
    await update(id, { enabled: true });
    expect(await told('second')).toBeDefined();
  });

  it('has single keys switched off, and none of them is the last to be deleted', async () => {
    const [id] = await create();
    expect(await manage(id, 'disable_key', 0)).toMatchObject({
      keys: [{ enabled: false }, { enabled: true }],
    });
    expect((await told('second'))?.keys).toEqual([keyB]);
    await update(id, { keys: [keyC], key_mode: 'append' });
    expect((await told('second'))?.keys).toEqual([keyB, keyC]);
    await manage(id, 'disable_all_keys');
    expect(await told('second')).toBeUndefined();
    const refusal = await faultFrom(manage(id, 'delete_disabled_keys'));
    expect(refusal.message).toBe('It is the last key: delete the channel instead.');
    await manage(id, 'enable_key', 2);
    await manage(id, 'delete_disabled_keys');
    expect((await told('second'))?.keys).toEqual([keyC]);
    const elsewhere = { channel_id: id, action: 'delete_key', key_index: 0, key_last: '0001' };
    expect((await faultFrom(root.ask('channels.manage-keys', { body: elsewhere }))).message).toContain(
      'have changed meanwhile',
    );
    expect(await faultFrom(manage(id, 'disable_key', 5))).toMatchObject({
      message: 'key_index: the channel has no such key',
      reason: 'channel_key_missing',
    });
    expect(await manage(id, 'get_key_status')).toEqual({ keys: [{ index: 0, last: '0003', enabled: true }] });
  });

  it('is copied with its keys, off, and deleted', async () => {
    const [id] = await create({ weight: 9 });
    const copy = (await root.ask('channels.copy', { path: { id: String(id) } })) as { id: number };
    expect(await get(copy.id)).toMatchObject({
      name: 'second copy',
      weight: 9,
      key_count: 2,
      enabled: false,
    });
    expect(await root.ask('channels.delete-disabled')).toBe(1);
    await root.ask('channels.delete', { path: { id: String(id) } });
    expect(await list()).toEqual(['main']);
    expect((await faultFrom(get(id))).message).toBe('There is no such channel.');
    expect(await root.ask('channels.delete-many', { body: { ids: [id] } })).toBe(0);
  });

  it('gives none a name that nobody could give it', async () => {
    const [id] = await create({ name: 's'.repeat(199) });
    const copy = (query: object) =>
      root.ask('channels.copy', { path: { id: String(id) }, query: { ...query } });
    const tooLong = 'must have at most 200 characters';
    expect((await faultFrom(copy({ suffix: '\n' }))).message).toContain('must be one line of text');
    expect((await faultFrom(create({ name: 'b'.repeat(199) }, 'batch'))).message).toContain(tooLong);
    expect(await copy({ suffix: '2' })).toMatchObject({ id: expect.any(Number) });
  });

  it('is copied also where its name leaves no room for what the copy is called', async () => {
    const [id] = await create({ name: `${'s'.repeat(192)}😀${'s'.repeat(6)}` });
    const copy = async () => {
      const made = await root.ask('channels.copy', { path: { id: String(id) } });
      return get((made as { id: number }).id);
    };
    expect(await copy()).toMatchObject({ name: `${'s'.repeat(192)}😀s copy` });
    expect(await copy()).toMatchObject({ name: `${'s'.repeat(192)} copy 1` });
    expect(await copy()).toMatchObject({ name: `${'s'.repeat(192)} copy 2` });
  });

  it('shows its keys to root alone, who has just confirmed', async () => {
    const [id] = await create();
    const reveal = () => root.ask('channels.reveal-keys', { path: { id: String(id) } });
    expect((await faultFrom(reveal())).status).toBe(403);
    const { knex } = account.context;
    const verified_until = new Date(Date.now() + 60_000);
    await knex('sessions').where({ token_hash: root.tokenHash }).update({ verified_until });
    expect(await reveal()).toEqual({ key: `${keyA}\n${keyB}`, keys: [keyA, keyB] });
    expect(await audited('channels.reveal-keys')).toHaveLength(1);
    const ada = await signInAsAdministrator();
    await knex('sessions').update({ verified_until });
    expect((await faultFrom(ada.ask('channels.reveal-keys', { path: { id: String(id) } }))).status).toBe(403);
  });

  it('takes its keys to another host by the hand of root alone, or of who gives them anew', async () => {
    const [id] = await create();
    const ada = await signInAsAdministrator();
    const change = (changes: object) => ada.ask('channels.update', { body: { id, ...changes } });
    for (const base_url of ['https://ada.example/v1', 'http://second.example/v1'])
      for (const keys of [{}, { key: '' }, { keys: [keyC], key_mode: 'append' }])
        expect(await faultFrom(change({ base_url, ...keys }))).toMatchObject({
          status: 200,
          param: 'base_url',
        });
    await change({ base_url: 'https://second.example/v2', weight: 2 });
    expect(await told('second')).toMatchObject({ baseUrl: 'https://second.example/v2', keys: [keyA, keyB] });
    await change({ base_url: 'https://ada.example/v1', keys: [keyC] });
    expect(await told('second')).toMatchObject({ baseUrl: 'https://ada.example/v1', keys: [keyC] });
    await update(id, { base_url: 'https://root.example/v1' });
    expect(await told('second')).toMatchObject({ baseUrl: 'https://root.example/v1', keys: [keyC] });
  });

  it('whose keys cannot be read is not written over', async () => {
    const [id] = await create();
    await account.context
      .knex('channels')
      .where({ id })
      .update({ sealed_keys: [Buffer.from('x')] });
    expect((await faultFrom(update(id, { weight: 2 }))).message).toContain('cannot be read: give them anew');
    expect((await faultFrom(update(id, { weight: 2, key: '' }))).message).toContain('give them anew');
    expect(await get(id)).toMatchObject({ keys_readable: false });
    await update(id, { keys: [keyC] });
    expect((await told('second'))?.keys).toEqual([keyC]);
  });
});

describe('channels', () => {
  it('are found by what they have', async () => {
    await create({ tag: 'blue', groups: ['vip'], models: ['call-model'] });
    expect(await list({ group: 'vip' })).toEqual(['second']);
    expect(await list({ model: 'fast' })).toEqual(['main']);
    expect(await list({ tag: 'blue' })).toEqual(['second']);
    expect(await list({ provider: 'openai' })).toEqual(['main']);
    expect(await list({ keyword: 'SECOND.example' })).toEqual(['second']);
    expect(await list({ page_size: '1', p: '2' })).toEqual(['main']);
    expect(await root.ask('channels.tag-models', { query: { tag: 'blue' } })).toEqual(['call-model']);
  });

  it('of a tag are switched and changed together', async () => {
    const ids = [...(await create()), ...(await create({ name: 'third' }))];
    expect(await root.ask('channels.set-tag', { body: { ids, tag: 'blue' } })).toBe(2);
    expect(await root.ask('channels.disable-tag', { body: { tag: 'blue' } })).toBe(2);
    expect([await told('second'), await told('third')]).toEqual([undefined, undefined]);
    expect(await audited('channels.disable-tag')).toHaveLength(2);
    await root.ask('channels.enable-tag', { body: { tag: 'blue' } });
    const changes = { tag: 'blue', new_tag: 'red', priority: 5 };
    expect(await root.ask('channels.change-tag', { body: changes })).toBe(2);
    expect(await told('third')).toMatchObject({ priority: 5, keys: [keyA, keyB] });
    expect(await list({ tag: 'red' })).toEqual(['third', 'second']);
    const unknown = await faultFrom(root.ask('channels.disable-tag', { body: { tag: 'blue' } }));
    expect(unknown.message).toBe('There is no channel with the tag "blue".');
  });

  it('that were chosen are switched together, and those that are not there are passed over', async () => {
    const ids = [...(await create()), ...(await create({ name: 'third' }))];
    expect(await root.ask('channels.disable-many', { body: { ids: [...ids, 999] } })).toBe(2);
    expect([await told('second'), await told('third')]).toEqual([undefined, undefined]);
    expect(await audited('channels.disable-many')).toMatchObject([
      { target_name: 'second', changes: { enabled: ['true', 'false'] } },
      { target_name: 'third', changes: { enabled: ['true', 'false'] } },
    ]);
    expect(await root.ask('channels.enable-many', { body: { ids } })).toBe(2);
    expect(await told('third')).toMatchObject({ keys: [keyA, keyB] });
    expect((await faultFrom(root.ask('channels.enable-many', { body: { ids: [] } }))).param).toBe('ids');
  });

  it('are not for plain users', async () => {
    const ada = await signInAs(account, 'ada');
    expect((await faultFrom(ada.ask('channels.list'))).status).toBe(403);
    expect((await faultFrom(ada.ask('channels.delete-disabled'))).status).toBe(403);
  });

  it('that two administrators change at once keep both changes', async () => {
    const [id] = await create();
    await Promise.all([update(id, { weight: 7 }), update(id, { priority: 9 }), update(id, { tag: 'blue' })]);
    expect(await get(id)).toMatchObject({ weight: 7, priority: 9, tag: 'blue' });
  });
});

describe('a file', () => {
  it('leaves alone what people made, and how they switched and sorted what it names', async () => {
    const [id] = await create();
    const main = (
      (await root.ask('channels.list', { query: { keyword: 'main' } })) as { items: { id: number }[] }
    ).items[0];
    await update(main?.id, { enabled: false, tag: 'blue', weight: 50 });
    await account.apply(smallDocument(), { prune: true });
    expect(await get(id)).toMatchObject({ name: 'second', from_config: false });
    expect(await get(main?.id)).toMatchObject({ enabled: false, tag: 'blue', weight: 1, from_config: true });
    const document = smallDocument();
    Object.assign(document.channels[0] ?? {}, { enabled: true, tag: '' });
    const { changes } = await account.apply(document);
    expect(changes).toEqual(['channel main: enabled false -> true, tag blue -> none']);
  });
});
