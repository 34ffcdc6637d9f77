import { GetNamesRequest, GetNamesResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import { createNames } from './names.ts';

test('more ids than are told at once are asked for in parts, and each once', async () => {
  const asked: number[] = [];
  const ask = async (request: GetNamesRequest): Promise<GetNamesResponse> => {
    const { userIds, keyIds } = GetNamesRequest.fromPartial(request);
    asked.push(Math.max(userIds.length, keyIds.length));
    const namesOf = (kind: string, ids: bigint[]) => new Map(ids.map((id) => [id, `${kind} ${id}`]));
    return GetNamesResponse.fromPartial({ users: namesOf('user', userIds), keys: namesOf('key', keyIds) });
  };
  const names = createNames(ask, { ttlMs: 60_000, now: () => 0 });
  const keys = Array.from({ length: 2_500 }, (_, index) => BigInt(index + 1));
  const nameOf = await names.of({ keys, users: [7n] });
  expect(asked).toEqual([1_000, 1_000, 500]);
  expect([nameOf('users', 7n), nameOf('keys', 1n), nameOf('keys', 2_500n)]).toEqual([
    'user 7',
    'key 1',
    'key 2500',
  ]);
  await names.of({ keys });
  expect(asked).toHaveLength(3);
});

test('a name that is forgotten while others are asked for is told all the same', async () => {
  let nowMs = 0;
  const ask = async (request: GetNamesRequest): Promise<GetNamesResponse> => {
    nowMs += 60;
    const { keyIds } = GetNamesRequest.fromPartial(request);
    return GetNamesResponse.fromPartial({ keys: new Map(keyIds.map((id) => [id, `key ${id}`])) });
  };
  const names = createNames(ask, { ttlMs: 100, now: () => nowMs });
  await names.of({ keys: [1n] });
  nowMs += 70;
  const nameOf = await names.of({ keys: [1n, 2n] });
  expect([nameOf('keys', 1n), nameOf('keys', 2n)]).toEqual(['key 1', 'key 2']);
});
