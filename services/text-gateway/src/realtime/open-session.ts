import { fault } from '@headgate/proto/faults';
import type { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { WebSocket } from 'ws';
import type { GatewayContext } from '../context.ts';
import { accessForSpending } from '../relay/choices/access.ts';
import { stillServed } from '../relay/choices/still-served.ts';
import { admitSession } from './admit-session.ts';
import { openBill } from './bill/bill.ts';
import { createContextSize } from './bill/context-size.ts';
import { createResponses } from './bill/responses.ts';
import { dialInTurn } from './dial-upstream.ts';
import { relaySession, type Session } from './session/relay-session.ts';

export interface SessionRequest {
  open: RealtimeOpen;
  beta: string | undefined;
  /** Aborted when the client leaves before it is answered. */
  gone: AbortSignal;
  /** Upgrades the client; undefined when it cannot be any more. */
  accept(): WebSocket | undefined;
  /** Told of what is used, when it is billed. */
  onUsed(tokens: bigint): void;
}

export interface OpenedSession extends Session {
  /** Whether the catalog still has what it goes over: the channel, its credential and the model there. */
  isServed(): boolean;
}

/**
 * Opens a session: admit, hold what a first response may cost, write it down, dial an upstream, and only then answer the
 * client. Throws a FaultError when the client is to be refused; by then nothing is held any more.
 */
export async function openSession(context: GatewayContext, request: SessionRequest): Promise<OpenedSession> {
  const { open, beta, gone, accept, onUsed } = request;
  const { requestId, model } = open;
  const admission = admitSession(model, accessForSpending(context, open), context.windows);
  const ended = new AbortController();
  context.reach('before-open');
  const bill = openBill(context, open, admission, { gone: AbortSignal.any([gone, ended.signal]), onUsed });
  if (!bill) throw unavailable();
  context.reach('after-open');

  const size = createContextSize(admission);
  const refuse = (error: FaultError): FaultError => {
    ended.abort();
    bill.fail(error.fault.status, gone);
    return error;
  };
  try {
    const refusal = await bill.cover(size.tokens(), 1);
    if (refusal) throw new FaultError(bill.faultOf(refusal));
    const { candidates, catalogVersion } = admission;
    const dialling = { context, requestId, model, beta, gone, catalogVersion, onDial: bill.dial };
    const dialled = await dialInTurn(dialling, candidates);
    if ('fault' in dialled) throw new FaultError(dialled.fault);
    const { socket: upstream, secrets, route } = dialled;
    context.reach('after-head');
    const client = accept();
    if (!client) {
      upstream.terminate();
      throw unavailable();
    }
    const responses = createResponses(bill, size, admission);
    const parts = { context, requestId, client, upstream, secrets, bill, size, responses };
    const session = relaySession(parts);
    void session.over.then(() => ended.abort());
    return { ...session, isServed: () => stillServed(dialling, [route]).length > 0 };
  } catch (error) {
    throw refuse(
      error instanceof FaultError ? error : new FaultError(fault('internal_error'), { cause: error }),
    );
  }
}

function unavailable(): FaultError {
  return new FaultError(fault('service_unavailable'));
}
