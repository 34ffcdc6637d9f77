import type { GetResponsePinResponse, ResponsePin } from '@headgate/proto/gen/headgate/account/v1/account';
import { responseIdForm } from '@headgate/proto/response-ids';
import type { Log } from '@headgate/runtime/log';
import type { RoutingMetrics } from '../observe/routing.ts';
import { createPinWriter } from './pin-writer.ts';

/** Where upstreams keep responses that later requests go on from; account knows it for all replicas. */
export interface Pins {
  /** Resolves when account has noted it, with true, or when that will take a while, with false. */
  keep(pin: ResponsePin): Promise<boolean>;
  /** Rejects when account cannot be asked. */
  find(responseId: string, keyId: bigint): Promise<GetResponsePinResponse>;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** What account does for pins. */
export interface PinAccount {
  note(pins: ResponsePin[]): Promise<unknown>;
  find(responseId: string, keyId: bigint): Promise<GetResponsePinResponse>;
}

export interface PinsOptions {
  account: PinAccount;
  metrics: Pick<RoutingMetrics, 'pins'>;
  log: Log;
}

/** Pins that are known here, at most; about 500 bytes each, with the longest ids 3 KB. Beyond it the oldest is forgotten, and asked for. */
const maxKnown = 20_000;

const retryAfterMs = 500;

export function createPins({ account, metrics, log }: PinsOptions): Pins {
  const known = new Map<string, ResponsePin>();
  const writer = createPinWriter({
    send: account.note,
    log,
    onWritten: (count) => metrics.pins('written', count),
    onDropped: (count) => metrics.pins('dropped', count),
    retryAfterMs,
  });

  function remember(pin: ResponsePin): void {
    known.set(nameOf(pin.responseId, pin.keyId), pin);
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
  }

  return {
    keep(pin) {
      if (!responseIdForm.test(pin.responseId)) return Promise.resolve(false);
      remember(pin);
      return writer.write(pin);
    },
    async find(responseId, keyId) {
      const pin = known.get(nameOf(responseId, keyId));
      if (pin) return { pin, ofAnotherKey: false };
      const found = await account.find(responseId, keyId);
      if (found.pin) remember(found.pin);
      else metrics.pins(found.ofAnotherKey ? 'of_another_key' : 'unknown', 1);
      return found;
    },
    stop: writer.stop,
  };
}

function nameOf(responseId: string, keyId: bigint): string {
  return `${keyId}/${responseId}`;
}
