import type { ChangeQuotaResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import { readBody } from '../admit/body.ts';
import { answerJson } from '../answer.ts';
import type { Context } from '../context.ts';
import type { Exchange } from '../exchange.ts';
import { readQuotaChange } from './quota-change.ts';

const bodyBytes = 16 * 1024;

export const changeUserQuota = (context: Context, exchange: Exchange): Promise<void> =>
  changeQuota(context, exchange, (userId) => ({ userId, keyId: 0n }));

export const changeKeyQuota = (context: Context, exchange: Exchange): Promise<void> =>
  changeQuota(context, exchange, (keyId) => ({ userId: 0n, keyId }));

/** Gives or takes quota, as account allows it. Refusals are answered with 200, like those of all session routes. */
async function changeQuota(
  context: Context,
  exchange: Exchange,
  toOwner: (id: bigint) => { userId: bigint; keyId: bigint },
): Promise<void> {
  const { request, response, session } = exchange;
  if (!session) throw new Error('This row of the route table needs a proof of "admin"');
  const { bodyIdleMs: idleMs } = context.config;
  const body = await readBody(request, response, { limitBytes: bodyBytes, idleMs });
  const change = readQuotaChange(body);
  const id = String(request.params.id);
  if (typeof change === 'string') return answerJson(exchange, 200, { success: false, message: change });
  if (!/^[1-9]\d{0,17}$/.test(id))
    return answerJson(exchange, 200, { success: false, message: 'The path names no id.' });
  try {
    const owner = toOwner(BigInt(id));
    const asked = { ...change, ...owner, sessionToken: session.token };
    const answer = await call(context.account, context.account.changeQuota, asked);
    answerJson(exchange, 200, { success: true, message: '', data: toView(answer) });
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.code !== 'invalid_request') throw error;
    answerJson(exchange, 200, { success: false, message: error.fault.message });
  }
}

function toView({ granted, used }: ChangeQuotaResponse) {
  return {
    total_granted: Number(granted),
    total_used: Number(used),
    total_available: Number(granted - used),
  };
}
