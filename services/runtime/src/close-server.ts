import type { Server, ServerResponse } from 'node:http';

type Closing = Pick<Server, 'close' | 'closeIdleConnections'>;

const sweepMs = 50;

/**
 * Has a server take a connection for busy until its answer has left the process. Node takes it for idle as soon as the answer is
 * `finished`, which is when it has ended: the last of it may still wait for a slow client. It closes such on its own when the server
 * is closed.
 *
 * @param answers those that are open, among others
 */
export function spareUnsentAnswers(server: Closing, answers: () => Iterable<ServerResponse>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const unsent = [...answers()].filter((answer) => answer.writableEnded && !answer.writableFinished);
    for (const answer of unsent) answer.finished = false;
    closeIdle();
    for (const answer of unsent) answer.finished = true;
  };
}

/** The same for a server whose answers nobody else keeps. */
export function spareAnswersOf(server: Closing & Pick<Server, 'on'>): void {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  spareUnsentAnswers(server, () => open);
}

/**
 * Refuses new connections, and closes those that fall idle, until none is left. There is no bound: whoever waits has one, and cuts what
 * is left then.
 *
 * @param onSweep called each time that idle connections are closed
 */
export function closeServer(server: Closing, onSweep: () => void = () => undefined): Promise<void> {
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    onSweep();
  }, sweepMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}
