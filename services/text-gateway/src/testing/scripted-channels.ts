import type {
  Channel,
  NoteChannelBalanceRequest,
  NoteChannelTestRequest,
} from '@headgate/proto/gen/headgate/account/v1/account';
import type { ChannelAccount } from '../inquiries/channel-account.ts';

/** Account, as far as it is asked about channels: it has these, on or off, and writes down what it is told of them. */
export interface ScriptedChannels extends ChannelAccount {
  tests: NoteChannelTestRequest[];
  balances: NoteChannelBalanceRequest[];
  /** What noting fails with. */
  trouble: Error | undefined;
}

export function createScriptedChannels(channels: readonly Channel[]): ScriptedChannels {
  const note = async <Row>(rows: Row[], row: Row): Promise<void> => {
    if (scripted.trouble) throw scripted.trouble;
    rows.push(row);
  };
  const scripted: ScriptedChannels = {
    tests: [],
    balances: [],
    trouble: undefined,
    read: async (id) => channels.filter((channel) => id === 0n || channel.id === id),
    noteTest: (test) => note(scripted.tests, test),
    noteBalance: (balance) => note(scripted.balances, balance),
  };
  return scripted;
}
