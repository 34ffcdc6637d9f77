import { fault } from '@headgate/proto/faults';
import type {
  GetResponsePinRequest,
  GetResponsePinResponse,
  PinResponsesRequest,
  PinResponsesResponse,
  ResponsePin,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { responseIdForm } from '@headgate/proto/response-ids';
import { FaultError } from '@headgate/runtime/errors';
import type { Context } from '../context.ts';
import { findPin, insertPins } from './store.ts';

type PinContext = Pick<Context, 'knex' | 'responsePinMs'>;

const mostPins = 1_000;
const hashBytes = 32;

export async function pinResponses(
  { knex }: PinContext,
  { pins }: PinResponsesRequest,
): Promise<PinResponsesResponse> {
  if (pins.length > mostPins) refuse('pins', `has more than ${mostPins} entries`);
  pins.forEach(check);
  if (pins.length > 0) await insertPins(knex, pins);
  return {};
}

/** The id comes from a client, who may write anything: what cannot be an id was never noted. */
export async function getResponsePin(
  { knex, responsePinMs }: PinContext,
  request: GetResponsePinRequest,
): Promise<GetResponsePinResponse> {
  if (!responseIdForm.test(request.responseId)) return { pin: undefined, ofAnotherKey: false };
  const pin = await findPin(knex, request, responsePinMs);
  return pin?.keyId === request.keyId
    ? { pin, ofAnotherKey: false }
    : { pin: undefined, ofAnotherKey: pin !== undefined };
}

function check({ responseId, contextTokens, ...pin }: ResponsePin, index: number): void {
  const { keyId, channelId, credentialHash } = pin;
  const at = `pins[${index}]`;
  if (!responseIdForm.test(responseId))
    refuse(`${at}.response_id`, 'must be 1 to 1,000 visible ASCII characters');
  if (keyId <= 0n) refuse(`${at}.key_id`, 'must be positive');
  if (channelId <= 0n) refuse(`${at}.channel_id`, 'must be positive');
  if (credentialHash.length !== hashBytes) refuse(`${at}.credential_hash`, `must have ${hashBytes} bytes`);
  if (contextTokens < 0n) refuse(`${at}.context_tokens`, 'must not be negative');
}

function refuse(param: string, message: string): never {
  throw new FaultError(fault('invalid_request', { param, message: `${param} ${message}` }));
}
