import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand out for outgoing connections, and those that `npm start` draws. */
const firstPort = 10_000;
const portsOfWorker = 2_500;
const workers = 4;

let next = randomInt(portsOfWorker);

/**
 * A TCP port that nobody uses right now. Until somebody listens on it, it could be drawn again: test files that run
 * side by side draw from different ports, and each takes the next one in turn.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workers;
  for (let triesLeft = 100; triesLeft > 0; triesLeft -= 1) {
    next = (next + 1) % portsOfWorker;
    const port = firstPort + worker * portsOfWorker + next;
    if (await isFree(port)) return port;
  }
  throw new Error('100 ports were tried, and all were in use');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
