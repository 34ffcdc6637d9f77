import type { AccountClient } from '@headgate/proto/gen/headgate/account/v1/account';
import { call } from '@headgate/runtime/rpc/client';
import type { PinAccount } from './pins.ts';

const writeDeadlineMs = 5_000;

/** @param lookupMs how long a request waits to be told where to go. */
export function createPinAccount(client: AccountClient, lookupMs: number): PinAccount {
  return {
    note: (pins) => call(client, client.pinResponses, { pins }, { deadlineMs: writeDeadlineMs }),
    find: (responseId, keyId) =>
      call(client, client.getResponsePin, { responseId, keyId }, { deadlineMs: lookupMs }),
  };
}
