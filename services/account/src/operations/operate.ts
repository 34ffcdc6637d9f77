import { fault } from '@headgate/proto/faults';
import type {
  Cookie,
  OperateRequest,
  OperateResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { formatPath } from '../apply/problems/problems.ts';
import { insertAuditLine } from '../audit/store.ts';
import type { Context } from '../context.ts';
import { findActor } from '../sessions/find-actor.ts';
import type { Act } from './act.ts';
import { findUnstorable } from './find-unstorable.ts';
import { operations } from './list.ts';
import type { RawInput } from './operation.ts';
import { refuse } from './refuse.ts';

/** Serves one operation of the session API. Throws a FaultError, or an Error where an operation breaks its own word. */
export async function operate(context: Context, request: OperateRequest): Promise<OperateResponse> {
  const operation = operations[request.operation];
  if (!operation) throw new FaultError(fault('api_not_implemented'));
  const { act, answer, isAccounted } = await beginAct(context, request);
  const data = await operation.serve(context, act, readRaw(request));
  if (operation.isChange && !isAccounted())
    throw new Error(`${request.operation} changed something and left no line in the audit log`);
  if (data !== undefined) answer.data = Buffer.from(JSON.stringify(data));
  return answer;
}

async function beginAct({ knex }: Context, request: OperateRequest) {
  const { operation, ip, requestId } = request;
  const answer: OperateResponse = {
    data: Buffer.alloc(0),
    session: undefined,
    flow: undefined,
    location: '',
  };
  let isAccounted = false;
  const { user: actor, sessionHash } = await findActor(knex, request);
  const act: Act = {
    actor,
    sessionHash,
    isByAccessToken: actor !== undefined && sessionHash === undefined,
    flowToken: request.flowToken,
    ip,
    userAgent: request.userAgent,
    baseUrl: request.baseUrl,
    requestId,
    async audit(transaction, change) {
      isAccounted = true;
      const who = { actorId: actor?.id, actorName: actor?.username ?? '' };
      await insertAuditLine(transaction, { ...change, ...who, operation, ip, requestId });
    },
    changedNothing() {
      isAccounted = true;
    },
    keepSession(token, maxAgeSeconds) {
      answer.session = toCookie(token, maxAgeSeconds);
    },
    keepFlow(token, maxAgeSeconds) {
      answer.flow = toCookie(token, maxAgeSeconds);
    },
    goTo(location) {
      answer.location = location;
    },
  };
  return { act, answer, isAccounted: () => isAccounted };
}

function toCookie(token: string, maxAgeSeconds: number): Cookie {
  return { token, maxAgeSeconds: BigInt(maxAgeSeconds) };
}

/** Of the name of a member in a refusal. */
const longestMember = 160;

function readRaw({ path, query, body }: OperateRequest): RawInput {
  const raw = { path, query, body: parseBody(body) };
  const unstorable = findUnstorable(raw);
  if (unstorable) {
    const member = formatPath(unstorable.slice(1)).slice(0, longestMember);
    if (member === '') refuse('body_unstorable');
    refuse('member_unstorable', member, { member });
  }
  return raw;
}

function parseBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return refuse('body_not_json');
  }
}
