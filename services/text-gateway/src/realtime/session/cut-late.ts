import type { WebSocket } from 'ws';

/** How long a side may take to answer a close. */
const closeMs = 2_000;

/** Cuts a socket that does not answer its close. */
export function cutLate(socket: WebSocket): void {
  setTimeout(() => socket.terminate(), closeMs).unref();
}

/**
 * The same of a client: its close may have to be sent yet, behind what it paid for, and comes as long as it takes any of that.
 * @param stuckMs how long a client may take nothing.
 */
export function cutLateClient(client: WebSocket, stuckMs: number): void {
  function cut(unsent: number, waitedMs: number): void {
    const left = client.bufferedAmount;
    const stuckForMs = left < unsent ? 0 : waitedMs + closeMs;
    if (left === 0 || stuckForMs >= stuckMs) client.terminate();
    else setTimeout(cut, closeMs, left, stuckForMs).unref();
  }

  setTimeout(cut, closeMs, Number.POSITIVE_INFINITY, 0).unref();
}
