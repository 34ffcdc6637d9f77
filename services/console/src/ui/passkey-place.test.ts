import { expect, it } from 'vitest';
import { placeOfPasskeys } from './passkey-place.ts';

it.each([
  ['http://localhost:8080', 'http://localhost:8080', { kind: 'here' }],
  ['http://localhost:8080', 'http://127.0.0.1:8080', { kind: 'elsewhere', origin: 'http://localhost:8080' }],
  ['http://localhost:8080', 'http://192.168.1.5:8080', { kind: 'nowhere' }],
  ['https://gate.example', 'https://10.0.0.1', { kind: 'elsewhere', origin: 'https://gate.example' }],
  [null, 'http://10.0.0.1', { kind: 'nowhere' }],
])('passkeys of %s are, at %s, %j', (origin, here, place) => {
  expect(placeOfPasskeys(origin, here)).toEqual(place);
});
