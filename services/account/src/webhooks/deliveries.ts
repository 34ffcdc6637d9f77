import type { Knex } from 'knex';

/** A delivery that is this process's to try, until its lease ends. */
export interface ClaimedDelivery {
  webhookId: bigint;
  webhookName: string;
  url: string;
  sealedSecret: Buffer;
  noticeId: string;
  body: string;
  /** This one included. */
  tries: number;
}

/** Takes deliveries that are due, each for one process: whoever does not end its own in time leaves it to the others. */
export async function claimDue(
  knex: Knex,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await knex.raw<{ rows: ClaimedDelivery[] }>(
    `with due as (
       select webhook_id, notice_id from webhook_deliveries
       where state = 'waiting' and next_try_at <= now() order by next_try_at limit ? for update skip locked)
     update webhook_deliveries as delivery
     set tries = tries + 1, next_try_at = now() + ? * interval '1 millisecond'
     from due join webhooks on webhooks.id = due.webhook_id
     where delivery.webhook_id = due.webhook_id and delivery.notice_id = due.notice_id
     returning delivery.webhook_id as "webhookId", webhooks.name as "webhookName", url, sealed_secret as "sealedSecret",
       delivery.notice_id as "noticeId", body, tries`,
    [limit, leaseMs],
  );
  return rows;
}

type Delivery = Pick<ClaimedDelivery, 'webhookId' | 'noticeId' | 'tries'>;

/** A success counts whoever had it, and when. */
export async function noteDelivered(knex: Knex, { webhookId, noticeId }: Delivery): Promise<void> {
  await knex('webhook_deliveries')
    .where({ webhook_id: webhookId, notice_id: noticeId })
    .update({ state: 'delivered', problem: '', ended_at: knex.fn.now() });
}

/** Puts a delivery off, unless another process has taken it over. */
export async function postpone(
  knex: Knex,
  delivery: Delivery,
  { problem, pauseMs }: { problem: string; pauseMs: number },
): Promise<void> {
  await ofThisTry(knex, delivery).update({
    problem,
    next_try_at: knex.raw(`now() + ? * interval '1 millisecond'`, [pauseMs]),
  });
}

export async function giveUp(knex: Knex, delivery: Delivery, problem: string): Promise<void> {
  await ofThisTry(knex, delivery).update({ state: 'given_up', problem, ended_at: knex.fn.now() });
}

function ofThisTry(knex: Knex, { webhookId, noticeId, tries }: Delivery) {
  return knex('webhook_deliveries').where({
    webhook_id: webhookId,
    notice_id: noticeId,
    state: 'waiting',
    tries,
  });
}

/** Later than ledger forgets notices: one that is listed again must still be known. */
const keptFor = '60 days';

export async function deleteOldDeliveries(knex: Knex): Promise<void> {
  await knex('webhook_deliveries').whereRaw(`ended_at < now() - interval '${keptFor}'`).delete();
}
