import { type FaultCode, fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld();
  const login = await request(world.url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
});
afterAll(() => world.stop());

const method = 'headgate.account.v1.Account/Operate';

test.each<[FaultCode, string[]]>([
  ['service_unavailable', [`${method}: 14 UNAVAILABLE: fault`]],
  ['model_not_found', []],
  ['bad_response_body', []],
])('of what a service answered, %s, the log says %j', async (code, said) => {
  const refusal = fault(code);
  world.account.onOperate = () => {
    throw new FaultError(refusal);
  };
  const before = world.lines.length;
  const response = await request(world.url).get('/api/user/sessions').set('cookie', cookie);
  expect(response.status).toBe(refusal.status);
  const lines = world.lines.slice(before).filter(({ msg }) => msg === 'a service did not serve');
  expect(lines.map(({ cause }) => cause)).toEqual(said);
});
