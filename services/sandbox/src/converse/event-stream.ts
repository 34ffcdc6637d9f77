// Only this dialect streams in binary frames.
import { EventStreamCodec } from '@smithy/core/event-streams';

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text),
);

/** A frame before it is packed: the type of its event and its JSON, on a line of their own. */
export function eventLine(type: string, json: string): string {
  return `${type} ${json}\n`;
}

/** Packs lines into the vendor's framing. */
export function packLines(text: string): Buffer {
  const lines = text.split('\n').filter((line) => line !== '');
  return Buffer.concat(lines.map(packLine));
}

function packLine(line: string): Uint8Array {
  const end = line.indexOf(' ');
  const type = line.slice(0, end);
  const kind = type.endsWith('Exception') ? 'exception' : 'event';
  return codec.encode({
    headers: {
      [`:${kind}-type`]: { type: 'string', value: type },
      ':content-type': { type: 'string', value: 'application/json' },
      ':message-type': { type: 'string', value: kind },
    },
    body: Buffer.from(line.slice(end + 1)),
  });
}
