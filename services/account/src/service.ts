import { type AccountServer, AccountService } from '@headgate/proto/gen/headgate/account/v1/account';
import { unary } from '@headgate/runtime/rpc/handler';
import type { RpcService } from '@headgate/runtime/rpc/server';
import { applyConfig } from './apply/apply-config.ts';
import { getChannels, noteChannelBalance, noteChannelTest } from './channels/rpc.ts';
import type { Context } from './context.ts';
import { getPlaygroundKey } from './keys/playground.ts';
import { getKeyChanges, verifyKey } from './keys/rpc.ts';
import { findByName, getNames } from './names/rpc.ts';
import { describeOperations } from './operations/describe.ts';
import { operate } from './operations/operate.ts';
import { getResponsePin, pinResponses } from './response-pins/rpc.ts';
import { getSession } from './sessions/rpc.ts';
import { getSite } from './site/rpc.ts';

/** Every method of the service, and where it lives. */
export function accountService(context: Context): RpcService {
  const { log } = context;
  const implementation: AccountServer = {
    verifyKey: unary(log, (request) => verifyKey(context, request)),
    getKeyChanges: unary(log, (request) => getKeyChanges(context, request)),
    getCatalog: unary(log, ({ afterVersion, unreadableChannels }) =>
      context.catalog.get(afterVersion, unreadableChannels),
    ),
    getChannels: unary(log, (request) => getChannels(context, request)),
    noteChannelTest: unary(log, (request) => noteChannelTest(context, request)),
    noteChannelBalance: unary(log, (request) => noteChannelBalance(context, request)),
    applyConfig: unary(log, (request) => applyConfig(context, request)),
    getSession: unary(log, (request) => getSession(context, request)),
    pinResponses: unary(log, (request) => pinResponses(context, request)),
    getResponsePin: unary(log, (request) => getResponsePin(context, request)),
    getNames: unary(log, (request) => getNames(context, request)),
    findByName: unary(log, (request) => findByName(context, request)),
    getSite: unary(log, () => getSite(context)),
    getPlaygroundKey: unary(log, (request) => getPlaygroundKey(context, request)),
    operate: unary(log, (request) => operate(context, request)),
    describeOperations: unary(log, () => describeOperations()),
  };
  return { definition: AccountService, implementation };
}
