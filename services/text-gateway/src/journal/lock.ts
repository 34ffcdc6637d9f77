import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

const claimName = /^[0-9a-f-]{36}\.claim$/;

/**
 * Claims a journal directory for this process: two processes on one journal would close each other's
 * requests. A claim is a socket in the directory that somebody listens on. It ends with its process, however
 * that dies, and is seen from every container that mounts the directory; a file with a pid in it would not
 * tell a restarted container's pid 1 from the one before.
 *
 * Each process listens first and then looks for others, so of two that start at once at least one sees the
 * other. Both may: then both give up, and whoever watches them tries again.
 */
export async function lockJournal(dir: string): Promise<{ release(): void }> {
  const reach = reachDirectory(dir);
  const own = `${randomUUID()}.claim`;
  const server = createServer((socket) => socket.destroy());
  const release = (): void => {
    server.close();
    reach.close();
  };
  try {
    await listen(server, reach.path(own)).catch((cause) => {
      throw new Error(`The journal directory ${dir} takes no socket: it must be ours to write in`, { cause });
    });
    for (const name of readdirSync(dir)) {
      if (!claimName.test(name) || name === own) continue;
      if (await isClaimed(reach.path(name)))
        throw new Error(`The journal in ${dir} is claimed (${name}): give each replica its own`);
      rmSync(join(dir, name), { force: true });
    }
  } catch (error) {
    release();
    throw error;
  }
  server.unref();
  return { release };
}

/**
 * Paths of sockets in a directory. A socket's path may have 107 bytes, 103 on macOS, and a volume's own path
 * can be longer: on Linux the directory is reached by its descriptor, elsewhere a long path is refused.
 */
function reachDirectory(dir: string): { path(name: string): string; close(): void } {
  if (process.platform !== 'linux') return { path: (name) => join(dir, name), close: () => undefined };
  const file = openSync(dir, 'r');
  return { path: (name) => `/proc/self/fd/${file}/${name}`, close: () => closeSync(file) };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
}

/** Whether somebody listens. Only a plain no counts as one: whom we may not ask may well be there. */
function isClaimed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}
