import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Context } from '../context.ts';
import { faultFrom } from './test-account.ts';

/** The fault of what ada asks while her password is being changed, which ends the session by which she asks. */
export async function endMeanwhile(
  { knex }: Pick<Context, 'knex'>,
  ask: () => Promise<unknown>,
): Promise<Fault> {
  const change = await knex.transaction();
  await change('users').where({ username: 'ada' }).update({ password_hash: 'another' });
  const fault = faultFrom(ask());
  await waitFor(async () => {
    const waiting = await change.raw(
      'select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    );
    return waiting.rows.length > 0;
  }, 'it waits for the new password');
  await change('sessions').delete();
  await change.commit();
  return fault;
}
