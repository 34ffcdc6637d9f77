import { OperateRequest } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { smallDocument } from '../testing/documents.ts';
import { enter } from '../testing/people.ts';
import { createTestAccount, faultFrom, type TestAccount } from '../testing/test-account.ts';
import { describeOperations } from './describe.ts';
import { operations } from './list.ts';
import { operate } from './operate.ts';
import { defineOperation } from './operation.ts';
import { nothing } from './words.ts';

let account: TestAccount;
let sessionToken: string;
beforeEach(async () => {
  account = await createTestAccount();
  await account.apply(smallDocument());
  sessionToken = await enter(account);
});
afterEach(() => account.stop());

const ask = (operation: string, partial: Partial<OperateRequest> = {}) =>
  operate(account.context, OperateRequest.fromPartial({ sessionToken, ...partial, operation }));
const dataOf = async (operation: string, partial: Partial<OperateRequest> = {}) =>
  JSON.parse((await ask(operation, partial)).data.toString());
const auditLines = () => account.context.knex('audit').whereNotNull('actor_id').orderBy('id');

describe('an operation', () => {
  it('answers what its schema names', async () => {
    expect(await dataOf('sessions.list')).toEqual([
      {
        id: 1,
        created_at: expect.any(Number),
        last_seen_at: expect.any(Number),
        expires_at: expect.any(Number),
        ip: '10.1.2.3',
        user_agent: 'a browser',
        current: true,
      },
    ]);
  });

  it('leaves who did what from where in the audit log', async () => {
    await enter(account);
    const answer = await ask('sessions.revoke', { path: { id: '2' }, ip: '10.9.9.9', requestId: 'r-1' });
    expect(answer.data).toHaveLength(0);
    expect(await dataOf('sessions.list')).toHaveLength(1);
    expect(await auditLines()).toMatchObject([
      {
        actor_id: 2n,
        actor_name: 'ada',
        operation: 'sessions.revoke',
        target_kind: 'session',
        target_id: '2',
        changes: {},
        ip: '10.9.9.9',
        request_id: 'r-1',
      },
    ]);
  });

  it('that is refused changes nothing and leaves no line', async () => {
    const refusal = await faultFrom(ask('sessions.revoke', { path: { id: '9' } }));
    expect(refusal).toMatchObject({ status: 200, message: 'There is no such session.', param: 'id' });
    expect(await auditLines()).toEqual([]);
  });

  it('names what is wrong with what it was asked', async () => {
    const refusal = await faultFrom(ask('sessions.revoke', { path: { id: 'x' } }));
    expect(refusal).toMatchObject({ status: 200, message: 'id: is no id', param: 'id' });
    const notJson = await faultFrom(ask('sessions.list', { body: Buffer.from('{') }));
    expect(notJson).toMatchObject({ status: 200, message: 'The body is not JSON.', reason: 'body_not_json' });
  });

  it('reads no text that the database could not hold', async () => {
    const refusalOf = async (operation: string, partial: Partial<OperateRequest>) => {
      const { status, message, param, reason } = await faultFrom(ask(operation, partial));
      return { status, message, param, reason };
    };
    const words = 'may hold neither a zero character nor half of a character';
    const refused = (param: string) => {
      const message = `${param}: ${words}`;
      return { status: 200, message, param, reason: 'member_unstorable' };
    };
    expect(await refusalOf('audit.list-own', { query: { target_id: 'a\0' } })).toEqual(refused('target_id'));
    expect(await refusalOf('audit.list-own', { query: { 'a\0': '' } })).toEqual(refused('["a\\u0000"]'));
    for (const text of ['\0', 'a\ud83d', '\ude00']) {
      const body = Buffer.from(JSON.stringify({ name: 'mine', models: ['a', text] }));
      expect(await refusalOf('keys.create', { body })).toEqual(refused('models[1]'));
    }
    const whole = Buffer.from(JSON.stringify(`a\ud83d`));
    expect((await refusalOf('keys.create', { body: whole })).message).toBe(`The body ${words}.`);
    const deep = Buffer.from(`${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`);
    expect((await refusalOf('keys.create', { body: deep })).param).toHaveLength(160);
    const list = Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect((await refusalOf('keys.create', { body: list })).status).toBe(200);
  });

  it('is for those who have signed in, and have its role', async () => {
    expect((await faultFrom(ask('sessions.list', { sessionToken: '' }))).status).toBe(401);
    expect((await faultFrom(ask('sessions.list', { sessionToken: 'unknown' }))).status).toBe(401);
    expect((await faultFrom(ask('no.such'))).status).toBe(501);
    const ofRoot = defineOperation({
      role: 'root',
      summary: 'For root',
      input: z.object({}),
      data: nothing,
      run: async () => {},
    });
    await within({ 'test.root': ofRoot }, async () => {
      expect(await faultFrom(ask('test.root'))).toMatchObject({ status: 403 });
    });
  });

  it('that changes something must say what', async () => {
    const silent = defineOperation({
      role: 'user',
      summary: 'Says nothing',
      isChange: true,
      input: z.object({}),
      data: nothing,
      run: async () => {},
    });
    await within({ 'test.silent': silent }, async () => {
      await expect(ask('test.silent')).rejects.toThrow('left no line in the audit log');
    });
  });
});

it('describes each operation with the schemas that it reads by', () => {
  const described = JSON.parse(describeOperations().operations.toString());
  expect(described.map(({ name }: { name: string }) => name)).toEqual(Object.keys(operations));
  const revoke = described.find(({ name }: { name: string }) => name === 'sessions.revoke');
  expect(revoke).toEqual({
    name: 'sessions.revoke',
    role: 'user',
    summary: 'Signs the caller out somewhere',
    path: {
      type: 'object',
      properties: { id: { type: 'string', pattern: '^[1-9]\\d{0,17}$' } },
      required: ['id'],
    },
  });
});

it('describes them the same each time: nothing that is drawn for one request', () => {
  expect(describeOperations().operations.toString()).toBe(describeOperations().operations.toString());
});

async function within(more: typeof operations, run: () => Promise<void>): Promise<void> {
  Object.assign(operations, more);
  try {
    await run();
  } finally {
    for (const name of Object.keys(more)) delete operations[name];
  }
}
