import { expect, test } from 'vitest';
import { findSystemUser } from './system-user.ts';

const root = 'root:x:0:0:root:/root:/bin/bash';
const daemon = 'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin';
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
const postgres = 'postgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash';

test("PostgreSQL's own user is preferred, then nobody", () => {
  expect(findSystemUser([root, daemon, nobody, postgres].join('\n'))).toEqual({
    name: 'postgres',
    uid: 101,
    gid: 104,
  });
  expect(findSystemUser([root, daemon, nobody].join('\n')).name).toBe('nobody');
});

test('root alone is not enough, and the message says so', () => {
  expect(() => findSystemUser(`${root}\n`)).toThrow(/useradd --system postgres/);
});
