import { fault } from '@headgate/proto/faults';
import {
  type AccountServer,
  AccountService,
  type FindByNameRequest,
  type FindByNameResponse,
  type GetKeyChangesResponse,
  type GetNamesRequest,
  Key,
  type OperateRequest,
  OperateResponse,
  Role,
  User,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { createLog } from '@headgate/runtime/log';
import { unary } from '@headgate/runtime/rpc/handler';
import { type RpcServer, startRpcServer } from '@headgate/runtime/rpc/server';
import { hashKey } from '../caller/bearer.ts';

/** A real server of account's contract that answers from a script. */
export interface ScriptedAccount {
  address(): string;
  /** Makes or changes a key, as a commit of account would. */
  put(text: string, key?: Partial<Key>): Key;
  remove(text: string): void;
  version(): bigint;
  /** How often VerifyKey was asked. */
  asked: number;
  /** Awaited before VerifyKey answers with what it had found. */
  beforeAnswer?: () => Promise<void>;
  /** What one US dollar is shown as. */
  perUsd: string;
  namesAsked: GetNamesRequest[];
  sought: FindByNameRequest[];
  /** Personal ones that are good. */
  accessTokens: Set<string>;
  /** Tokens of sessions that hold. */
  sessions: Set<string>;
  operated: OperateRequest[];
  /** What it says of its operations. */
  described: object[];
  /** What operations answer, those that sign in and out aside. */
  onOperate: (request: OperateRequest) => Partial<OperateResponse>;
  /** Who has the names that are sought. */
  found: FindByNameResponse;
  /** Whose sessions these are. */
  user: User;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const testUser: User = User.fromPartial({
  id: 7n,
  username: 'ada',
  displayName: 'Ada',
  role: Role.ADMIN,
  enabled: true,
  group: 'default',
});

function readMembers(body: Buffer): { password?: unknown } {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function refuse(message: string): never {
  throw new FaultError(fault('invalid_request', { status: 200, message }));
}

export async function startScriptedAccount(): Promise<ScriptedAccount> {
  const keys = new Map<string, Key>();
  const changes: { version: bigint; keyId: bigint; hash?: Buffer }[] = [];
  const sessions = new Set<string>();
  const log = createLog('scripted-account', 'silent');
  let version = 1n;
  let nextId = 1n;
  let server: RpcServer | undefined;
  let port = 0;

  function beginSession(): OperateResponse {
    const token = `token-${sessions.size + 1}`;
    sessions.add(token);
    const session = { token, maxAgeSeconds: 2_592_000n };
    return OperateResponse.fromPartial({ data: Buffer.from('{"username":"ada"}'), session });
  }

  function endSession({ sessionToken }: OperateRequest): OperateResponse {
    sessions.delete(sessionToken);
    return OperateResponse.fromPartial({ session: { token: '', maxAgeSeconds: 0n } });
  }

  const implementation: AccountServer = {
    verifyKey: unary(log, async ({ hash }) => {
      scripted.asked += 1;
      const answer = { key: keys.get(hash.toString('hex')), keysVersion: version };
      await scripted.beforeAnswer?.();
      return answer;
    }),
    getKeyChanges: unary(log, ({ afterVersion }): GetKeyChangesResponse => {
      const since = changes.filter((change) => change.version > afterVersion);
      return {
        version,
        reset: afterVersion === 0n,
        keyIds: since.map(({ keyId }) => keyId),
        userIds: [],
        newHashes: since.flatMap(({ hash }) => (hash ? [hash] : [])),
      };
    }),
    getCatalog: unary(log, () => ({ version: 1n, catalog: undefined, unreadableChannels: 0 })),
    getChannels: unary(log, () => ({ channels: [] })),
    noteChannelTest: unary(log, () => ({})),
    noteChannelBalance: unary(log, () => ({})),
    applyConfig: unary(log, () => ({ changes: [], warnings: [] })),
    getSession: unary(log, ({ token, accessToken }) => ({
      user: sessions.has(token) || scripted.accessTokens.has(accessToken) ? scripted.user : undefined,
    })),
    pinResponses: unary(log, () => ({})),
    getResponsePin: unary(log, () => ({ pin: undefined, ofAnotherKey: false })),
    getNames: unary(log, (request) => {
      scripted.namesAsked.push(request);
      const named = (kind: string, ids: bigint[]) => new Map(ids.map((id) => [id, `${kind} ${id}`]));
      return {
        users: named('user', request.userIds),
        keys: named('key', request.keyIds),
        channels: named('channel', request.channelIds),
      };
    }),
    findByName: unary(log, (request) => {
      scripted.sought.push(request);
      return scripted.found;
    }),
    getSite: unary(log, () => ({ perUsd: scripted.perUsd, catalogVersion: 1n })),
    getPlaygroundKey: unary(log, () => ({
      key: Key.fromPartial({ id: 99n, userId: 7n, name: '(playground)', group: 'default', unlimited: true }),
    })),
    operate: unary(log, (request) => {
      scripted.operated.push(request);
      if (request.operation === 'users.logout') return endSession(request);
      // The right password signs in, wherever it is sent to.
      const { password } = readMembers(request.body);
      if (password === 'right') return beginSession();
      if (password !== undefined) refuse('The username or password is wrong.');
      return OperateResponse.fromPartial(scripted.onOperate(request));
    }),
    describeOperations: unary(log, () => ({ operations: Buffer.from(JSON.stringify(scripted.described)) })),
  };

  const scripted: ScriptedAccount = {
    address: () => `127.0.0.1:${port}`,
    put(text, partial = {}) {
      const hash = hashKey(text);
      const old = keys.get(hash);
      const key = Key.fromPartial({
        id: old?.id ?? nextId,
        userId: 7n,
        name: text,
        enabled: true,
        userEnabled: true,
        role: Role.USER,
        group: 'default',
        ...partial,
      });
      if (!old) nextId += 1n;
      version += 1n;
      keys.set(hash, key);
      changes.push({ version, keyId: key.id, ...(old ? {} : { hash: Buffer.from(hash, 'hex') }) });
      return key;
    },
    remove(text) {
      const hash = hashKey(text);
      const key = keys.get(hash);
      if (!key) throw new Error(`There is no key ${text}`);
      keys.delete(hash);
      version += 1n;
      changes.push({ version, keyId: key.id });
    },
    version: () => version,
    asked: 0,
    perUsd: '1',
    namesAsked: [],
    sought: [],
    accessTokens: new Set(),
    sessions,
    operated: [],
    described: [],
    onOperate: () => ({ data: Buffer.from('{"ok":true}') }),
    found: { userIds: [], keyIds: [] },
    user: testUser,
    async stop() {
      await server?.stop(0);
    },
    async start() {
      server = await startRpcServer({ host: '127.0.0.1', port }, [
        { definition: AccountService, implementation },
      ]);
      port = server.port;
    },
  };
  await scripted.start();
  return scripted;
}
