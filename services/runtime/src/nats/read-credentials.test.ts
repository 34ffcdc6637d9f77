import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Events, type NatsConnection, nkeys } from 'nats';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { plain } from '../security/security.ts';
import { startConfiguredNatsServer } from '../testing/configured-nats-server.ts';
import { waitFor } from '../testing/wait-for.ts';
import { connectNats } from './connect.ts';

const log = createLog('test', 'silent');

const unlimited = { subs: -1, data: -1, payload: -1 };

type Key = ReturnType<typeof nkeys.createUser>;

/** A claim of NATS, signed: https://docs.nats.io/running-a-nats-service/nats_admin/security/jwt */
function sign(by: Key, subject: Key, type: string, claims: object = {}): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = encode({ typ: 'JWT', alg: 'ed25519-nkey' });
  const body = encode({
    jti: subject.getPublicKey(),
    iat: 1,
    iss: by.getPublicKey(),
    sub: subject.getPublicKey(),
    nats: { type, version: 2, ...claims },
  });
  const signature = Buffer.from(by.sign(Buffer.from(`${head}.${body}`))).toString('base64url');
  return `${head}.${body}.${signature}`;
}

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'headgate-nats-'));
  file = join(directory, 'user.creds');
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

/** A broker of an operator with one account, which may take back what its users were given. */
async function startOperated() {
  const operator = nkeys.createOperator();
  const account = nkeys.createAccount();
  const settings = (revoked: readonly Key[]): string => {
    const revocations = Object.fromEntries(revoked.map((user) => [user.getPublicKey(), 2]));
    const limits = { ...unlimited, conn: -1, leaf: -1, imports: -1, exports: -1 };
    const claims = sign(operator, account, 'account', { limits, revocations });
    return `operator: ${sign(operator, operator, 'operator')}
      resolver: MEMORY
      resolver_preload: { ${account.getPublicKey()}: ${claims} }`;
  };
  const server = await startConfiguredNatsServer(settings([]));
  return {
    url: `nats://${server.address}`,
    /** Writes the credentials of a user as `nsc` does. */
    issue(user: Key): void {
      const claims = sign(account, user, 'user', unlimited);
      const seed = Buffer.from(user.getSeed()).toString();
      const text = `-----BEGIN NATS USER JWT-----\n${claims}\n------END NATS USER JWT------\n
-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`;
      writeFileSync(file, text);
    },
    revoke(...users: Key[]): void {
      server.configure(settings(users));
    },
  };
}

async function connect(url: string) {
  const security = { ...plain, nats: { credentials: file } };
  const seen: string[] = [];
  const connection: NatsConnection = await connectNats({
    url,
    name: 'test',
    log,
    security,
    onConnect: () => seen.push('there'),
    onDisconnect: () => seen.push('away'),
  });
  onTestFinished(() => connection.close());
  return { connection, seen };
}

test('credentials that were exchanged in the file are those of the next connection', async () => {
  const [first, second] = [nkeys.createUser(), nkeys.createUser()];
  const broker = await startOperated();
  broker.issue(first);
  const { connection, seen } = await connect(broker.url);
  broker.issue(second);
  broker.revoke(first);
  await waitFor(() => seen.length === 3, 'the second user is taken');
  await connection.flush();
  expect(seen).toEqual(['there', 'away', 'there']);
});

test('a file that cannot be read keeps nobody away whose credentials were good, and is read once it can be', async () => {
  const [first, second] = [nkeys.createUser(), nkeys.createUser()];
  const broker = await startOperated();
  broker.issue(first);
  const { connection, seen } = await connect(broker.url);
  let refusals = 0;
  void (async () => {
    for await (const { type } of connection.status()) if (type === Events.Error) refusals += 1;
  })();
  writeFileSync(file, 'half');
  broker.revoke(first);
  await waitFor(() => refusals > 2 || connection.isClosed(), 'the first user is refused again and again');
  broker.issue(second);
  await waitFor(() => seen.length === 3 || connection.isClosed(), 'the second user is taken');
  expect(connection.isClosed()).toBe(false);
});

test('a file that is no credentials ends the start', async () => {
  writeFileSync(file, 'nothing');
  await expect(connect('nats://127.0.0.1:1')).rejects.toThrow(/holds no credentials/);
});
