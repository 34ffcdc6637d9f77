import { type ServiceError, status } from '@grpc/grpc-js';
import {
  AccountClient,
  ApplyConfigRequest,
  type ApplyConfigResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { isReplicaLost } from '@headgate/runtime/rpc/call-again';
import { call, connectRpc } from '@headgate/runtime/rpc/client';
import { isServiceError } from '@headgate/runtime/rpc/fault-details';
import { readSecurity } from '@headgate/runtime/security/security';
import { wait } from '@headgate/runtime/wait';
import { meetService } from '../meet-service.ts';

/** Nobody answered; the message says what to do. */
export class AccountUnreachable extends Error {}

const pauseMs = 250;
/** Many purses may have to be opened. */
const deadlineMs = 10 * 60_000;

export interface ApplyOptions extends Partial<Omit<ApplyConfigRequest, 'document'>> {
  /** How long the account service is waited for. */
  patienceMs: number;
}

/**
 * Sends a document to the account service, which may still be starting. Rejects with a FaultError when it
 * refuses, with AccountUnreachable when it does not answer.
 */
export async function applyDocument(
  address: string,
  document: unknown,
  { patienceMs, ...options }: ApplyOptions,
): Promise<ApplyConfigResponse> {
  const security = readSecurity(process.env);
  const client = connectRpc(AccountClient, address, security);
  const request = ApplyConfigRequest.fromPartial({
    ...options,
    document: Buffer.from(JSON.stringify(document)),
  });
  const end = Date.now() + patienceMs;
  try {
    for (;;) {
      try {
        await meetService(address, security);
        return await call(client, client.applyConfig, request, { deadlineMs });
      } catch (error) {
        if (!isServiceError(error)) throw error;
        if (!isReplicaLost(error)) throw new AccountUnreachable(sayFailed(address, error), { cause: error });
        if (Date.now() > end) throw new AccountUnreachable(sayAway(address, error), { cause: error });
      }
      await wait(pauseMs);
    }
  } finally {
    client.close();
  }
}

function sayAway(address: string, { code }: ServiceError): string {
  if (code === status.DEADLINE_EXCEEDED)
    return `The account service at ${address} did not answer in time. Restart it where it hangs; then apply again.`;
  return `The account service does not answer at ${address}. Start it, or set HEADGATE_ACCOUNT_ADDRESS.`;
}

function sayFailed(address: string, { code, details }: ServiceError): string {
  return `The account service at ${address} failed (${status[code]}: ${details}). Its log says why; then apply again.`;
}
