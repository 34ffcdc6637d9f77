import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { wait } from '@headgate/runtime/wait';
import type { ApiContext } from '../context.ts';
import { findUsedChannels, keepAccount, noteOffered } from '../sql/accounts.ts';
import { accountsOf } from './accounts-of.ts';

const pauseMs = 1_000;

type Keeping = Pick<ApiContext, 'knex'> & { config: Pick<ApiContext['config'], 'masterKey'> };

/**
 * Keeps the credentials that channels have now which tasks were submitted over: keys are renewed while tasks are on their way
 * and results lie at the vendor's, who refuses the old ones from then on. Notes also which are offered no more, so that what
 * waits is not sent over a channel that is off. Workers know no catalog.
 */
export async function keepCredentials(
  { knex, config }: Keeping,
  channels: readonly Channel[],
): Promise<void> {
  const offered = channels.flatMap((channel) =>
    accountsOf(channel).map((account) => ({ channelId: channel.id, account })),
  );
  const used = new Set(await findUsedChannels(knex));
  for (const { channelId, account } of offered) {
    if (used.has(channelId)) await keepAccount(knex, config.masterKey, channelId, account);
  }
  await noteOffered(knex, offered);
}

/** Keeps those of the channels that it was called with last, one time after the other, until they are kept. */
export function startKeeping(
  context: Keeping & Pick<ApiContext, 'log'>,
  stopping: AbortSignal,
): (channels: readonly Channel[]) => void {
  let wanted: readonly Channel[] | undefined;
  let isKeeping = false;

  async function keep(): Promise<void> {
    isKeeping = true;
    while (wanted && !stopping.aborted) {
      const channels = wanted;
      wanted = undefined;
      try {
        await keepCredentials(context, channels);
      } catch (error) {
        context.log.warn({ err: error }, 'credentials of channels wait to be kept');
        wanted ??= channels;
        await wait(pauseMs, stopping).catch(() => undefined);
      }
    }
    isKeeping = false;
  }

  return (channels) => {
    wanted = channels;
    if (!isKeeping) void keep();
  };
}
