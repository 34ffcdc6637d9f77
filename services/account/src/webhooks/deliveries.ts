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

interface Room {
  limit: number;
  leaseMs: number;
  /** Deliveries at a time to one webhook, with those in hand. */
  perWebhook: number;
  /** The webhooks whose deliveries this process has in hand, each once for each. */
  inHand: readonly bigint[];
}

/** Takes deliveries that are due, each for one process: whoever does not end its own in time leaves it to the others. */
export async function claimDue(
  knex: Knex,
  { limit, leaseMs, perWebhook, inHand }: Room,
): Promise<ClaimedDelivery[]> {
  const { rows } = await knex.raw<{ rows: ClaimedDelivery[] }>(
    `with busy as (
       select id, count(*) as deliveries from unnest(?::bigint[]) as in_hand (id) group by id),
     due as (
       select own.* from webhooks left join busy using (id), lateral (
         select webhook_id, notice_id, next_try_at from webhook_deliveries
         where webhook_id = webhooks.id and state = 'waiting' and next_try_at <= now()
         order by next_try_at limit greatest(? - coalesce(deliveries, 0), 0) for update skip locked) as own
       order by next_try_at limit ?)
     update webhook_deliveries as delivery
     set tries = tries + 1, next_try_at = now() + ? * interval '1 millisecond'
     from due join webhooks on webhooks.id = due.webhook_id
     where delivery.webhook_id = due.webhook_id and delivery.notice_id = due.notice_id
     returning delivery.webhook_id as "webhookId", webhooks.name as "webhookName", url, sealed_secret as "sealedSecret",
       delivery.notice_id as "noticeId", body, tries`,
    [inHand.map(String), perWebhook, limit, leaseMs],
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
