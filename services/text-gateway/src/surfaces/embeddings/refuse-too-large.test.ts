import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { expect, test } from 'vitest';
import { readRequest } from './request.ts';

const list = (count: number, one: unknown = 'a') => Array.from({ length: count }, () => one);
const open = (body: object) => {
  try {
    readRequest(Buffer.from(JSON.stringify({ model: 'm', ...body })), { model: '', stream: false });
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
};
// 64 MB at 16 bytes for three numbers.
const most = 4_096;

test.each([
  { input: list(most + 1), dimensions: 3_072 },
  { input: list(most + 1), dimensions: 3_072, encoding_format: 'base64' },
  { input: list(most + 1, [1, 2]), dimensions: 3_072, encoding_format: 'float' },
])('vectors that cannot be in one answer are refused before anybody makes them: %#', (body) => {
  expect(open(body)).toMatchObject({ status: 400, code: 'invalid_request', param: 'input' });
});

test.each([
  { input: list(most), dimensions: 3_072 },
  { input: list(most + 1) },
  { input: list(most + 1, 1), dimensions: 3_072 },
  { input: 'a'.repeat(most + 1), dimensions: 3_072 },
  { input: list(most + 1), dimensions: 3_072, encoding_format: 'int8' },
  { input: list(most + 1), dimensions: 3_072, output_dtype: 'binary' },
  { input: list(most + 1), dimensions: 0 },
  { input: list(most + 1), dimensions: 1_000_000_000 },
  { input: list(most + 1), dimensions: -1 },
  { input: list(most + 1), dimensions: '3072' },
])('of others that is not known before: %#', (body) => {
  expect(open(body)).toBeUndefined();
});
