import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Log } from '@headgate/runtime/log';
import { ConnectionTimeoutError, createClient } from '@redis/client';
import { beat, leave } from './count-replicas.ts';
import { readNumbers, type Script } from './script.ts';
import { within } from './within.ts';

/** The way to the Valkey by which replicas share their limits. */
export interface Link {
  /** The name of this replica there. */
  readonly replica: string;
  /** False while Valkey is away or slow: then each replica counts for itself. */
  isJoined(): boolean;
  /** Replicas that were there when last heard of, this one included. */
  replicas(): number;
  /** Runs a script on one key; rejects at once while not joined, and after the deadline. */
  run(script: Script, key: string, args: readonly string[]): Promise<unknown>;
  /** Called whenever Valkey is there again. */
  onJoined(listener: () => void): void;
  close(): Promise<void>;
}

export interface LinkOptions {
  url: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Longest that anything waits for an answer; who exceeds it is away. */
  deadlineMs: number;
}

const beatMs = 1_000;
/** One that is late may be our own doing. */
const maxLateBeats = 2;
/** A replica that was silent for so long is none. */
const livesMs = 5_000;
/** A connection on which nothing was answered for so long is dead, and another is made. */
const deadAfterMs = 3_000;
const connectTimeoutMs = 5_000;
const longestPauseMs = 2_000;
/** Reasons that are told while it is away. */
const mostReasons = 10;
/** Commands on their way; one per name in use and more only by a fault of ours. */
const maxCommands = 20_000;

export const keyPrefix = 'headgate:limits:';

/** Connects, and stays connected; nobody waits for it. */
export function createLink({ url, log, deadlineMs }: LinkOptions): Link {
  const replica = randomUUID();
  const listeners: (() => void)[] = [];
  let client = connect();
  let isJoined = false;
  /** Why it was away since it was last joined, as was told. */
  const toldReasons: string[] = [];
  let isClosed = false;
  let joinedAt = 0;
  let lateBeats = 0;
  let lateConnections = 0;
  let replicas = 1;
  let beating = false;
  let timer = setTimeout(tick, 0);

  function connect() {
    const made = createClient({
      url,
      RESP: 2,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      disableOfflineQueue: true,
      commandsQueueMaxLength: maxCommands,
      socket: {
        connectTimeout: connectTimeoutMs,
        reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, longestPauseMs) * (0.5 + Math.random() / 2),
      },
    });
    made.on('error', noteError).on('ready', () => void tryBeat());
    // Who is told a password may say nothing to it, or refuse it.
    made.on('connect', () => {
      within(deadAfterMs, once(made, 'ready')).catch((error: unknown) => {
        noteAway(error);
        end(made);
      });
    });
    // It rejects where it was ended here alone: it tries on after every error, and those are noted above.
    made.connect().catch(() => undefined);
    return made;
  }

  /** One that is late may be our own doing, too: who is busy, as at its start, sees too late that a connection is there. */
  function noteError(error: unknown): void {
    lateConnections = error instanceof ConnectionTimeoutError ? lateConnections + 1 : 0;
    if (lateConnections !== 1) noteAway(error);
  }

  /** Each reason once: a connection that ends begins a failover, and is seldom why limits are not shared minutes later. */
  function noteAway(error: unknown): void {
    isJoined = false;
    const reason = reasonOf(error);
    if (isClosed || toldReasons.includes(reason) || toldReasons.length >= mostReasons) return;
    toldReasons.push(reason);
    const isFirst = toldReasons.length === 1;
    log.warn(
      { reason },
      isFirst
        ? 'Valkey does not answer: each ingress holds keys to their limits by itself'
        : 'Valkey is still away, for another reason',
    );
  }

  async function evaluate(script: Script, key: string, args: readonly string[]): Promise<unknown> {
    try {
      return await client.sendCommand(['EVALSHA', script.sha, '1', key, ...args]);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.sendCommand(['EVAL', script.text, '1', key, ...args]);
    }
  }

  async function tryBeat(): Promise<void> {
    if (beating || isClosed || !client.isReady) return;
    beating = true;
    const sentAt = performance.now();
    try {
      const reply = await within(
        deadAfterMs,
        evaluate(beat, `${keyPrefix}replicas`, [replica, String(livesMs)]),
      );
      const [present = 1] = readNumbers(reply, 1);
      // A server that has just come back has not heard of everybody yet.
      const isSettled = isJoined && sentAt - joinedAt > livesMs;
      replicas = isSettled ? present : Math.max(present, replicas);
      lateBeats = performance.now() - sentAt > deadlineMs ? lateBeats + 1 : 0;
      if (lateBeats === 0) noteJoined();
      else if (lateBeats >= maxLateBeats) noteAway(new Error(`no answer within ${deadlineMs} ms`));
    } catch (error) {
      noteAway(error);
      // The next beat makes another, to whatever the address names by then: one made at once would be refused as soon.
      if (client.isReady) end(client);
    } finally {
      beating = false;
    }
  }

  function noteJoined(): void {
    if (isJoined || isClosed) return;
    isJoined = true;
    joinedAt = performance.now();
    lateConnections = 0;
    toldReasons.length = 0;
    log.info({ replicas }, 'limits are shared by Valkey');
    for (const listener of listeners) listener();
  }

  function tick(): void {
    if (!client.isOpen) client = connect();
    void tryBeat();
    timer = setTimeout(tick, beatMs * (0.8 + Math.random() * 0.4));
  }

  return {
    replica,
    isJoined: () => isJoined,
    replicas: () => replicas,
    async run(script, key, args) {
      if (!isJoined) throw new Error('Valkey is away');
      try {
        return await within(deadlineMs, evaluate(script, `${keyPrefix}${key}`, args));
      } catch (error) {
        // What fails once it is away follows from that, and is no reason of its own.
        if (isJoined) noteAway(error);
        throw error;
      }
    },
    onJoined: (listener) => void listeners.push(listener),
    async close() {
      clearTimeout(timer);
      isClosed = true;
      if (isJoined)
        await within(deadlineMs, evaluate(leave, `${keyPrefix}replicas`, [replica])).catch(() => 0);
      isJoined = false;
      end(client);
    },
  };
}

/** Words alone: errors of connections may carry what they were made with. That of several addresses has none, but a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** One that is between two connections has none to destroy. */
function end(client: { isOpen: boolean; destroy(): void }): void {
  if (client.isOpen) client.destroy();
}
