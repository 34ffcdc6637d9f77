import { readFileSync } from 'node:fs';
import { StartError } from '../../start/start-error.ts';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

const preferred = ['postgres', 'nobody', 'daemon'];

/** A user that exists, to run PostgreSQL as: it refuses to run as root. */
export function findSystemUser(passwd = readFileSync('/etc/passwd', 'utf8')): SystemUser {
  const users = passwd.split('\n').map(parseUser);
  for (const name of preferred) {
    const user = users.find((candidate) => candidate?.name === name);
    if (user) return user;
  }
  throw new StartError(
    `PostgreSQL refuses to run as root, and there is no user ${preferred.join(', ')} to run it as.\n` +
      'Make one with `useradd --system postgres`, or run as another user.',
  );
}

function parseUser(line: string): SystemUser | undefined {
  const [name, , uid, gid] = line.split(':');
  return name && Number(uid) > 0 ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
