import type { ReturnRequest, ReturnResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { returnUnits } from '../book/slices/return-units.ts';
import { checkAtLeast, checkPath, checkRun } from './check.ts';
import type { RpcContext } from './context.ts';

/** Takes back what slices do not need. What is unknown or released is passed over. */
export async function answerReturn({ knex }: RpcContext, request: ReturnRequest): Promise<ReturnResponse> {
  const slices = request.slices.map(({ path, returnedTotal }) => ({
    path: checkPath(path),
    returnedTotal: checkAtLeast(returnedTotal, 0n, 'returned_total'),
  }));
  await returnUnits(knex, checkRun(request.run), slices);
  return {};
}
