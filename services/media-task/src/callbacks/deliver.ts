import type { Log } from '@headgate/runtime/log';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import type { MayConnect } from '@headgate/runtime/outbound/may-connect';
import type { Resolve } from '@headgate/runtime/outbound/resolve';
import { type Sent, send } from '@headgate/runtime/webhooks/send';
import { signedHeaders } from '@headgate/runtime/webhooks/sign';
import type { Knex } from 'knex';
import { type DueCallback, forgetCallback, postponeCallback } from '../sql/endings/callbacks.ts';
import { eventIdOf, eventOf } from './event.ts';

export interface CallbackSettings {
  callbackTimeoutMs: number;
  /** After the first try that failed; each further pause is four times as long. */
  callbackPauseMs: number;
  callbackTries: number;
}

export interface CallbackContext {
  knex: Knex;
  log: Log;
  /** What callbacks are signed with. */
  secret: Buffer;
  mayConnect: MayConnect;
  resolve: Resolve;
  egress: Egress;
  settings: CallbackSettings;
}

const growth = 4;

/** Tries a callback once, and writes down how it went. */
export async function deliver(
  context: CallbackContext,
  due: DueCallback,
  stopping: AbortSignal,
): Promise<void> {
  const { knex, log, settings } = context;
  const { task, tries } = due;
  const sent = await tryOnce(context, due, stopping);
  if (sent.kind === 'delivered') return forgetCallback(knex, task.id);
  const { problem } = sent;
  // A try that our own stop broke off is no last one.
  if (stopping.aborted) return postponeCallback(knex, task.id, { tries, problem, pauseMs: 0 });
  if (sent.isFinal || tries >= settings.callbackTries) {
    log.error({ task: task.id, tries, problem }, 'a callback was given up');
    return forgetCallback(knex, task.id);
  }
  log.warn({ task: task.id, tries, problem }, 'a callback could not be delivered, and will be tried again');
  const pauseMs = Math.round(settings.callbackPauseMs * growth ** (tries - 1) * (0.9 + Math.random() * 0.2));
  return postponeCallback(knex, task.id, { tries, problem, pauseMs });
}

async function tryOnce(
  { secret, mayConnect, resolve, egress, settings }: CallbackContext,
  { task, url, baseUrl }: DueCallback,
  stopping: AbortSignal,
): Promise<Sent> {
  const body = eventOf(task, baseUrl);
  const headers = signedHeaders({ id: eventIdOf(task), body }, secret, Date.now());
  const signal = AbortSignal.any([AbortSignal.timeout(settings.callbackTimeoutMs), stopping]);
  return send(new URL(url), { headers, body }, { mayConnect, resolve, egress }, signal);
}
