import { type Close, CloseBatch } from '@headgate/proto/gen/headgate/events/v1/events';
import { billingStream } from '@headgate/proto/subjects';
import { createLog } from '@headgate/runtime/log';
import { connectNats } from '@headgate/runtime/nats/connect';

/** A close, and the message of the stream that has it. */
export interface Sent {
  close: Close;
  messageSeq: number;
}

/** Every close that is in the stream, as often as it was sent, by the id of its request. */
export async function readStream(natsUrl: string): Promise<ReadonlyMap<string, Sent[]>> {
  const nats = await connectNats({ url: natsUrl, name: 'drill', log: createLog('drill', 'silent') });
  try {
    const { streams } = await nats.jetstreamManager();
    const { state } = await streams.info(billingStream.name);
    const sent: Sent[] = [];
    for (let messageSeq = state.first_seq; messageSeq <= state.last_seq; messageSeq += 1) {
      const { data } = await streams.getMessage(billingStream.name, { seq: messageSeq });
      sent.push(...CloseBatch.decode(data).closes.map((close) => ({ close, messageSeq })));
    }
    return Map.groupBy(sent, ({ close }) => close.id);
  } finally {
    await nats.close();
  }
}
