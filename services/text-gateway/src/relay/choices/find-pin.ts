import { fault } from '@headgate/proto/faults';
import type { ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Candidate } from '../../catalog/catalog.ts';
import { type Route, routesOf } from '../../catalog/route.ts';
import type { GatewayContext } from '../../context.ts';
import type { ClientRequest } from '../../dialects/passage.ts';

/**
 * Where the answer that a request goes on from is kept: no other channel, and no other credential of it, knows it.
 * Undefined when the request goes on from nothing, or from what nobody noted. Throws a FaultError when it is another key's, or when
 * that cannot be told.
 */
export async function findPin(
  { pins, log }: Pick<GatewayContext, 'pins' | 'log'>,
  { continues, continuesBy = 'previous_response_id' }: ClientRequest,
  { keyId }: Pick<Caller, 'keyId'>,
): Promise<ResponsePin | undefined> {
  if (continues === undefined) return undefined;
  const { pin, ofAnotherKey } = await pins.find(continues, keyId).catch((cause) => {
    log.warn({ err: cause }, 'account cannot tell where a response is kept');
    throw new FaultError(fault('service_unavailable'), { cause });
  });
  if (ofAnotherKey)
    throw refusal(continuesBy, `${names[continuesBy].known} '${continues.slice(0, 200)}' not found.`);
  return pin;
}

/** Whether one of these is where an answer is kept. */
export function keeps(candidates: readonly Candidate[], pin: ResponsePin): boolean {
  return candidates.flatMap(routesOf).some((route) => isPinnedTo(pin, route));
}

/** What a client hears of an answer that is kept where nobody can be asked for this model any more. */
export function unreachable({
  continuesBy = 'previous_response_id',
}: Pick<ClientRequest, 'continuesBy'>): FaultError {
  return refusal(
    continuesBy,
    `${names[continuesBy].gone} is no longer reachable: what keeps it does not serve this model any more.`,
  );
}

export function isPinnedTo({ channelId, credentialHash }: ResponsePin, route: Route): boolean {
  return route.candidate.channel.id === channelId && route.credentialHash.equals(credentialHash);
}

const names = {
  previous_response_id: { known: 'Previous response with id', gone: 'The previous response' },
  container: { known: 'Container', gone: 'The container' },
};

function refusal(param: string, message: string): FaultError {
  return new FaultError(fault('invalid_request', { param, message }));
}
