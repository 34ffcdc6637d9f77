/** Calls that a process was asked for while it was stopped, and for which nobody waits when it goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { waitFor } from '../testing/wait-for.ts';
import { call, connectRpc } from './client.ts';

let child: ChildProcess;
let port: number;
let done: string;
const stops: (() => unknown)[] = [];
beforeEach(async () => {
  port = await freePort();
  done = '';
  child = spawn(process.execPath, [join(import.meta.dirname, '../testing/listing-server.ts')], {
    env: { PATH: process.env.PATH, HEADGATE_RPC_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    done += chunk;
  });
  const ended = once(child, 'exit');
  stops.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function client(of: number): AccountClient {
  const made = connectRpc(AccountClient, `127.0.0.1:${of}`);
  stops.push(() => made.close());
  return made;
}

function ask(of: AccountClient, word: string, deadlineMs?: number): Promise<unknown> {
  return call(of, of.verifyKey, { hash: Buffer.from(word) }, { deadlineMs });
}

/** What was carried out, up to the last call. */
async function allDone(): Promise<string[]> {
  await waitFor(() => done.endsWith('last\n'), 'the last line is here');
  return done.trim().split('\n');
}

/** Passes on what a caller says, and may end as one that dies: what was said has arrived, and nothing follows. */
async function startCaller(): Promise<{ port: number; said(): string; die(): void }> {
  let said = '';
  const sockets: Socket[] = [];
  const server: Server = createServer((caller) => {
    const callee = connect(port, '127.0.0.1');
    sockets.push(caller, callee);
    caller.on('data', (chunk) => {
      said += chunk.toString('latin1');
      callee.write(chunk);
    });
    callee.on('data', (chunk) => caller.write(chunk));
    callee.on('close', () => caller.destroy());
    for (const socket of [caller, callee]) socket.on('error', () => undefined);
  });
  stops.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return {
    port: address.port,
    said: () => said,
    die() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('one whose caller has given up is not carried out', async () => {
  const caller = await startCaller();
  const impatient = client(caller.port);
  await waitFor(() => ask(impatient, 'first').then(() => true), 'it serves');
  child.kill('SIGSTOP');
  const givenUp = ask(impatient, 'given up', 500);
  givenUp.catch(() => undefined);
  await waitFor(() => caller.said().includes('given up'), 'it was said');
  const saidBytes = caller.said().length;
  await expect(givenUp).rejects.toThrow('DEADLINE_EXCEEDED');
  await waitFor(() => caller.said().length > saidBytes, 'that it is given up was said');
  child.kill('SIGCONT');
  await ask(impatient, 'last');
  expect(await allDone()).toEqual(['first', 'last']);
});

test('nor is one whose caller has died', async () => {
  const caller = await startCaller();
  const dying = client(caller.port);
  await waitFor(() => ask(dying, 'first').then(() => true), 'it serves');
  child.kill('SIGSTOP');
  const lost = ask(dying, 'of the dead', 60_000);
  lost.catch(() => undefined);
  await waitFor(() => caller.said().includes('of the dead'), 'it was said');
  caller.die();
  await expect(lost).rejects.toThrow();
  child.kill('SIGCONT');
  await ask(client(port), 'last');
  expect(await allDone()).toEqual(['first', 'last']);
});

test('one whose caller still waits is', async () => {
  const caller = client(port);
  await waitFor(() => ask(caller, 'first').then(() => true), 'it serves');
  child.kill('SIGSTOP');
  const asked = ask(caller, 'last', 60_000);
  child.kill('SIGCONT');
  await asked;
  expect(await allDone()).toEqual(['first', 'last']);
});
