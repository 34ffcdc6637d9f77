import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../repository.ts';
import type { ServiceName } from '../service-names.ts';
import { type Surroundings, serviceEnv } from './service-env.ts';

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

test.each<ServiceName>(['media-api', 'media-worker'])(
  '%s keeps files in the home, or where a person says',
  (service) => {
    expect(envOf(service).HEADGATE_STORE_DIR).toBe('/home/store');
    expect(envOf(service, { HEADGATE_STORE_DIR: '/mnt/store' }).HEADGATE_STORE_DIR).toBe('/mnt/store');
    const typed = {
      HEADGATE_STORE_DIR: 'store',
      INIT_CWD: '/typed',
      npm_package_json: join(repository, 'package.json'),
    };
    expect(envOf(service, typed).HEADGATE_STORE_DIR).toBe('/typed/store');
  },
);
