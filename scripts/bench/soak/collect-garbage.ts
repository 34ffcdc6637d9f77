import { once } from 'node:events';
import { wait } from '@headgate/runtime/wait';

/** Where Node listens for a debugger that a signal asks for. */
const inspectorUrl = 'http://127.0.0.1:9229/json/list';
const answerWithinMs = 20_000;
const lookAgainMs = 50;

/**
 * Has one process of Node collect all of its garbage, through the inspector, which is opened by a signal and closed behind it: what
 * its heap has then is in use. One process at a time: all would listen at the same port. Throws when it does not answer in time.
 */
export async function collectGarbage(pid: number): Promise<void> {
  const signal = AbortSignal.timeout(answerWithinMs);
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerUrl(signal));
  await once(socket, 'open', { signal });
  await call(socket, { id: 1, method: 'HeapProfiler.collectGarbage' }, signal);
  const closed = once(socket, 'close', { signal });
  const expression = 'setImmediate(() => process.getBuiltinModule("node:inspector").close())';
  socket.send(JSON.stringify({ id: 2, method: 'Runtime.evaluate', params: { expression } }));
  await closed;
}

async function debuggerUrl(signal: AbortSignal): Promise<string> {
  for (;;) {
    const response = await fetch(inspectorUrl, { signal }).catch(() => signal.throwIfAborted());
    if (response?.ok) {
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    }
    await wait(lookAgainMs, signal);
  }
}

/** Waits for the answer, and not for what the process says of its own. */
async function call(
  socket: WebSocket,
  request: { id: number; method: string },
  signal: AbortSignal,
): Promise<void> {
  const answered = Promise.withResolvers<void>();
  socket.addEventListener('message', ({ data }) => {
    if ((JSON.parse(String(data)) as { id?: number }).id === request.id) answered.resolve();
  });
  signal.addEventListener('abort', () => answered.reject(signal.reason));
  socket.send(JSON.stringify(request));
  await answered.promise;
}
