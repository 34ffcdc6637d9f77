import { describe, expect, it } from 'vitest';
import { readBearer } from './bearer.ts';

describe('an Authorization header', () => {
  it.each([
    ['Bearer sk-a', { kind: 'key', key: 'sk-a', isRaw: false }],
    ['bearer sk-a', { kind: 'key', key: 'sk-a', isRaw: false }],
    ['BEARER   sk-a-7', { kind: 'key', key: 'sk-a-7', isRaw: false }],
    ['sk-a', { kind: 'key', key: 'sk-a', isRaw: true }],
    ['Bearersk-a', { kind: 'key', key: 'Bearersk-a', isRaw: true }],
    ['Bearer', { kind: 'malformed' }],
    ['Bearer ', { kind: 'malformed' }],
    ['Basic YTpi', { kind: 'malformed' }],
    ['Bearer a b', { kind: 'malformed' }],
    ['', { kind: 'missing' }],
  ])('%j', (header, bearer) => {
    expect(readBearer(header)).toEqual(bearer);
  });
});
