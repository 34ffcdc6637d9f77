import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Claims a journal directory for this process: two processes on one journal would close each other's
 * requests. The claim is a listening socket, which the system takes back when the process dies, however it
 * dies; a file with a pid in it would not tell a restarted container's pid 1 from the one before.
 */
export async function lockJournal(dir: string): Promise<{ release(): void }> {
  const name = `headgate-journal-${createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 32)}`;
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Error(`Another process uses the journal in ${dir}: give each replica its own`, { cause }));
    });
    server.listen(address, () => resolve());
  });
  server.unref();
  return { release: () => server.close() };
}
