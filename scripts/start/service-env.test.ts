import { expect, test } from 'vitest';
import { type Surroundings, serviceEnv } from './service-env.ts';
import type { ServiceName } from './service-names.ts';

/** No more of a system than the environments of these services are made of. */
const around = {
  home: { serviceDir: () => '/home', storeDir: '/home/store' },
  plan: { instances: [], baseUrl: 'http://127.0.0.1:8080' },
} as unknown as Surroundings;

const envOf = (service: ServiceName, base: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
  serviceEnv(base, { service, name: `${service}-0`, operationsPort: 1 }, around);

test('clients reach the gateway on this machine, or where a person says', () => {
  expect(envOf('ingress').HEADGATE_PUBLIC_URL).toBe('http://127.0.0.1:8080');
  const HEADGATE_PUBLIC_URL = 'https://gateway.example.com';
  expect(envOf('ingress', { HEADGATE_PUBLIC_URL }).HEADGATE_PUBLIC_URL).toBe(HEADGATE_PUBLIC_URL);
});
