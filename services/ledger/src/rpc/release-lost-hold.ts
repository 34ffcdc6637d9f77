import type {
  ReleaseLostHoldRequest,
  ReleaseLostHoldResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { releaseLostHold } from '../book/holds/release-lost-hold.ts';
import { checkAuthor, checkId, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

/** Releases a hold by hand, or says why it is not to be had. */
export async function answerReleaseLostHold(
  { knex, log }: RpcContext,
  { id: asked, ...request }: ReleaseLostHoldRequest,
): Promise<ReleaseLostHoldResponse> {
  const id = checkId(asked, 'id');
  const release = await releaseLostHold(knex, id, checkAuthor(request));
  switch (release.kind) {
    case 'released':
      log.warn({ hold: id, by: request.by }, 'a hold was released by hand');
      return { amount: release.hold.amount };
    case 'unknown':
      return refuse('id', `There is no hold ${id}.`);
    case 'ended':
      return refuse('id', `It was ${release.state} already: hold ${id}.`);
    case 'parked':
      return refuse(
        'id',
        `The end of hold ${id} is parked: replay or drop event ${release.seq}, which ends it.`,
      );
  }
}
