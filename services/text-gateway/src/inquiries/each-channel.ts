import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Gate } from '@headgate/runtime/gates/gate';
import type { GatewayContext } from '../context.ts';
import type { ChannelAccount } from './channel-account.ts';
import type { CountInquiry, Inquiry } from './count-inquiries.ts';

/** What came of one channel. */
export interface Finding {
  channelId: bigint;
  success: boolean;
  message: string;
}

export interface InquiryTools {
  context: GatewayContext;
  account: ChannelAccount;
  /** Of the whole process. */
  gate: Gate;
  count: CountInquiry;
}

/** How a channel is asked, and where what is found goes. */
export interface Asking<F extends Finding> {
  find(channel: Channel): Promise<F>;
  /** Before it is sent: whoever reads the answer finds what was kept. */
  keep(finding: F): Promise<void>;
  send(finding: F): void;
}

/**
 * Asks every channel, a few at a time; what is found is kept and sent as it comes, logged and counted. Ends early with
 * `signal`.
 */
export async function eachChannel<F extends Finding>(
  { context, gate, count }: Pick<InquiryTools, 'context' | 'gate' | 'count'>,
  inquiry: Inquiry,
  { channels, signal }: { channels: readonly Channel[]; signal: AbortSignal },
  { find, keep, send }: Asking<F>,
): Promise<void> {
  const ask = async (channel: Channel): Promise<void> => {
    const leave = await gate.enter(signal);
    if (!leave) return;
    const begunAt = performance.now();
    try {
      const finding = await find(channel);
      if (signal.aborted) return;
      const durationMs = Math.round(performance.now() - begunAt);
      const { success } = finding;
      context.log.info({ channelId: String(channel.id), inquiry, success, durationMs }, 'channel asked');
      count(inquiry, success);
      await keep(finding);
      if (!signal.aborted) send(finding);
    } finally {
      leave();
    }
  };
  await Promise.all(channels.map(ask));
}
