/** A key with the channel that it is to be served by. */
export interface ChannelPin {
  key: string;
  channelId: bigint;
}

/** Administrators try a channel with `<key>-<number of the channel>`. Undefined where the text has no such end. */
export function readChannelPin(text: string): ChannelPin | undefined {
  const [, key, digits] = /^(.+)-(\d{1,18})$/.exec(text) ?? [];
  return key === undefined || digits === undefined ? undefined : { key, channelId: BigInt(digits) };
}
