import type { Log } from '@headgate/runtime/log';
import { wait } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { isRefusedForGood, reasonOf } from '../mails/reasons.ts';
import type { Mail, SendMail } from '../mails/send-mail.ts';
import type { AccountMetrics } from '../metrics.ts';
import { pauseAfter } from '../notices/pause-after.ts';
import type { DeliverySettings } from '../webhooks/deliver.ts';
import { type ClaimedWarning, giveUp, noteSent, postpone } from './store.ts';
import { writeWarning } from './write-warning.ts';

export interface WarningContext {
  knex: Knex;
  log: Log;
  /** Undefined: no mail is sent. */
  send: SendMail | undefined;
  metrics: Pick<AccountMetrics, 'mails'>;
  settings: Pick<DeliverySettings, 'webhookPauseMs' | 'webhookTries'>;
}

/** For one try. A server that takes the letter later has it twice. */
export const tryMs = 60_000;

type Outcome = { kind: 'sent' } | { kind: 'failed'; problem: string; isFinal: boolean };

/** Tries a letter once and writes down how it went. */
export async function deliver(context: WarningContext, warning: ClaimedWarning): Promise<void> {
  const { knex, log, metrics, settings } = context;
  const outcome = await tryOnce(context, warning);
  if (outcome.kind === 'sent') {
    metrics.mails.inc({ result: 'sent' });
    return noteSent(knex, warning);
  }
  const { noticeId, tries } = warning;
  const { problem, isFinal } = outcome;
  if (isFinal || tries >= settings.webhookTries) {
    metrics.mails.inc({ result: 'failed' });
    log.warn({ noticeId, tries, problem }, 'a warning was given up');
    return giveUp(knex, warning, problem);
  }
  return postpone(knex, warning, { problem, pauseMs: pauseAfter(tries, settings.webhookPauseMs) });
}

async function tryOnce({ knex, send }: WarningContext, warning: ClaimedWarning): Promise<Outcome> {
  if (!send) return { kind: 'failed', problem: 'no mail is sent here', isFinal: true };
  const mail = await writeWarning(knex, warning);
  if (mail === 'gone') return { kind: 'failed', problem: 'its user is gone', isFinal: true };
  if (mail === 'unwanted') return { kind: 'failed', problem: 'nobody wants it now', isFinal: false };
  try {
    await sendInTime(send, mail);
    return { kind: 'sent' };
  } catch (error) {
    return { kind: 'failed', problem: reasonOf(error), isFinal: isRefusedForGood(error) };
  }
}

async function sendInTime(send: SendMail, mail: Mail): Promise<void> {
  const isOver = new AbortController();
  const late = wait(tryMs, isOver.signal).then(() => {
    throw new Error('the mail server took too long');
  });
  late.catch(() => {});
  try {
    await Promise.race([send(mail), late]);
  } finally {
    isOver.abort();
  }
}
