import type {
  AccountClient,
  Channel,
  NoteChannelBalanceRequest,
  NoteChannelTestRequest,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { call } from '@headgate/runtime/rpc/client';

const readDeadlineMs = 15_000;

/** Where channels are read that may be off, and where what is found out about them is kept. */
export interface ChannelAccount {
  /** As they stand now, on or off; 0: all of them. */
  read(channelId: bigint): Promise<Channel[]>;
  noteTest(test: NoteChannelTestRequest): Promise<unknown>;
  noteBalance(balance: NoteChannelBalanceRequest): Promise<unknown>;
}

export function createChannelAccount(client: AccountClient): ChannelAccount {
  return {
    async read(channelId) {
      const options = { deadlineMs: readDeadlineMs };
      return (await call(client, client.getChannels, { channelId }, options)).channels;
    },
    noteTest: (test) => call(client, client.noteChannelTest, test),
    noteBalance: (balance) => call(client, client.noteChannelBalance, balance),
  };
}
