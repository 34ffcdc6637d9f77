import { join } from 'node:path';
import { unpackPackages } from '../debian/unpack-packages.ts';
import { keepProgram } from '../keep-program.ts';
import type { Found, Search } from '../search.ts';
import { natsServer } from './nats-server.ts';

export function unpackPackage(search: Search): Promise<Found> {
  return unpackPackages({ what: 'nats-server', alone: ['nats-server'] }, search, (unpacked) =>
    keepProgram(join(unpacked, 'usr/sbin/nats-server'), natsServer, search),
  );
}
