import type { Log } from '@headgate/runtime/log';
import type { RotatingSecret } from '@headgate/runtime/rotating-secret';
import { readSecret } from '@headgate/runtime/webhooks/secret';
import { type SendTools, type Sent, send } from '@headgate/runtime/webhooks/send';
import { signedHeaders } from '@headgate/runtime/webhooks/sign';
import type { Knex } from 'knex';
import type { AccountMetrics } from '../metrics.ts';
import { pauseAfter } from '../notices/pause-after.ts';
import { type ClaimedDelivery, giveUp, noteDelivered, postpone } from './deliveries.ts';
import { openSecret } from './store.ts';

/** By the names of the configuration. */
export interface DeliverySettings {
  webhookTimeoutMs: number;
  /** After the first try that failed; each further pause is four times as long. */
  webhookPauseMs: number;
  webhookTries: number;
}

export interface DeliveryContext extends SendTools {
  knex: Knex;
  log: Log;
  masterKey: RotatingSecret;
  metrics: Pick<AccountMetrics, 'webhookTries'>;
  settings: DeliverySettings;
}

/** Tries a delivery once and writes down how it went. */
export async function deliver(
  context: DeliveryContext,
  delivery: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<void> {
  const { knex, log, metrics, settings } = context;
  const sent = await tryOnce(context, delivery, stopping);
  if (sent.kind === 'delivered') {
    metrics.webhookTries.inc({ result: 'delivered' });
    return noteDelivered(knex, delivery);
  }
  const { webhookName: webhook, noticeId, tries } = delivery;
  const { problem } = sent;
  // A try that our own stop broke off is no last one.
  if (stopping.aborted) return postpone(knex, delivery, { problem, pauseMs: 0 });
  if (sent.isFinal || tries >= settings.webhookTries) {
    metrics.webhookTries.inc({ result: 'given_up' });
    log.error({ webhook, noticeId, tries, problem }, 'a notice was given up');
    return giveUp(knex, delivery, problem);
  }
  metrics.webhookTries.inc({ result: 'failed' });
  log.warn({ webhook, noticeId, tries, problem }, 'a notice could not be delivered, and will be tried again');
  return postpone(knex, delivery, { problem, pauseMs: pauseAfter(tries, settings.webhookPauseMs) });
}

async function tryOnce(
  { masterKey, settings, ...tools }: DeliveryContext,
  { webhookId, url, sealedSecret, noticeId, body }: ClaimedDelivery,
  stopping: AbortSignal,
): Promise<Sent> {
  const secret = readSecret(openSecret(masterKey, webhookId, sealedSecret) ?? '');
  if (!secret) return { kind: 'failed', problem: 'the master key does not open the secret', isFinal: false };
  const headers = signedHeaders({ id: noticeId, body }, secret, Date.now());
  const deadline = AbortSignal.timeout(settings.webhookTimeoutMs);
  return send(new URL(url), { headers, body }, tools, AbortSignal.any([deadline, stopping]));
}
