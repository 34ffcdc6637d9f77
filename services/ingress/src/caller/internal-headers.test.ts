import { expect, it } from 'vitest';
import { stripInternalHeaders } from './internal-headers.ts';

it('drops forged headers of our own and no others', () => {
  const headers = { 'x-headgate-caller': 'root', 'x-headgate-': '1', 'x-headgatekeeper': '2', accept: '*/*' };
  stripInternalHeaders(headers);
  expect(headers).toEqual({ 'x-headgatekeeper': '2', accept: '*/*' });
});
