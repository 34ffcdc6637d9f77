import { fault } from '@headgate/proto/faults';
import type {
  GetChannelsRequest,
  GetChannelsResponse,
  NoteChannelBalanceRequest,
  NoteChannelBalanceResponse,
  NoteChannelTestRequest,
  NoteChannelTestResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { toWireChannel } from '../catalog/to-wire-channel.ts';
import type { Context } from '../context.ts';
import { enabledKeys } from './credentials.ts';
import { upsertBalance, upsertTest } from './findings.ts';

/** Channels whose credentials can be read, on or off; those that are off are nobody's to route to. */
export async function getChannels(
  { catalog }: Pick<Context, 'catalog'>,
  { channelId }: GetChannelsRequest,
): Promise<GetChannelsResponse> {
  const { channels, models } = await catalog.rows();
  const known = new Set(models.map(({ name }) => name));
  return {
    channels: channels.flatMap((channel) => {
      const { id, keys } = channel;
      if (!keys || (channelId !== 0n && id !== channelId)) return [];
      const on = enabledKeys(channel) ?? [];
      return [toWireChannel(channel, on.length > 0 ? on : keys, known)];
    }),
  };
}

const mostCharacters = 500;

export async function noteChannelTest(
  { knex }: Pick<Context, 'knex'>,
  request: NoteChannelTestRequest,
): Promise<NoteChannelTestResponse> {
  const message = toKeptText(request.message);
  await upsertTest(knex, { ...request, message, model: toKeptText(request.model) });
  return {};
}

export async function noteChannelBalance(
  { knex }: Pick<Context, 'knex'>,
  request: NoteChannelBalanceRequest,
): Promise<NoteChannelBalanceResponse> {
  if (!Number.isFinite(request.balance)) {
    const message = 'balance must be a number';
    throw new FaultError(fault('invalid_request', { param: 'balance', message }));
  }
  await upsertBalance(knex, { ...request, currency: toKeptText(request.currency) });
  return {};
}

/** An upstream's words may be anything; the database takes no NUL and no half of a character. */
function toKeptText(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, mostCharacters).toWellFormed();
}
