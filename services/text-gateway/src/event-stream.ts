/**
 * Takes apart the binary frames of `application/vnd.amazon.eventstream`. Source: the Smithy specification, "Amazon Event
 * Stream Specification". Each message becomes a frame whose data is one JSON object with one member: the type of the
 * event, and the event.
 */
import { crc32 } from 'node:zlib';
import { gatherPieces } from '@headgate/runtime/bodies/gather-pieces';
import { EventStreamCodec, type MessageHeaders } from '@smithy/core/event-streams';
import { FrameTooLargeError, type SseFrame } from './sse.ts';

/** The whole length, the length of the headers, and the checksum of both: four bytes each. */
const preludeBytes = 12;
const lengthsBytes = 8;

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  (text) => Buffer.from(text),
);

export interface EventStreamSplitter {
  /** Frames that are complete with these bytes. Throws a FrameTooLargeError, or an Error where a checksum is wrong. */
  push(bytes: Buffer): SseFrame[];
  /** Throws when the stream ended within a message. */
  end(): SseFrame[];
}

export function createEventStreamSplitter(maxFrameBytes: number): EventStreamSplitter {
  const held = gatherPieces();
  let heldBytes = 0;
  /** How many bytes must be there before it is worth to look again. */
  let neededBytes = preludeBytes;
  return {
    push(bytes) {
      held.add(bytes);
      heldBytes += bytes.length;
      if (heldBytes < neededBytes) return [];
      let rest = held.join();
      const frames: SseFrame[] = [];
      neededBytes = preludeBytes;
      while (rest.length >= neededBytes) {
        neededBytes = readLength(rest, maxFrameBytes);
        if (rest.length < neededBytes) break;
        frames.push(toFrame(rest.subarray(0, neededBytes)));
        rest = rest.subarray(neededBytes);
        neededBytes = preludeBytes;
      }
      if (rest.length > 0) held.add(rest);
      heldBytes = rest.length;
      return frames;
    },
    end() {
      if (heldBytes > 0) throw new Error('The stream ends within a message');
      return [];
    },
  };
}

/** The length of the message that begins here. It is believed only with its checksum: all after it depends on it. */
function readLength(bytes: Buffer, maxFrameBytes: number): number {
  if (crc32(bytes.subarray(0, lengthsBytes)) !== bytes.readUInt32BE(lengthsBytes))
    throw new Error('The checksum of a prelude is wrong');
  const length = bytes.readUInt32BE(0);
  if (length > maxFrameBytes) throw new FrameTooLargeError(`A frame is larger than ${maxFrameBytes} bytes`);
  // Lengths that cannot be are left to the codec, which needs the whole prelude to say so.
  return Math.max(length, preludeBytes);
}

function toFrame(raw: Buffer): SseFrame {
  const { headers, body } = codec.decode(raw);
  const payload = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  switch (textOf(headers, ':message-type')) {
    case 'event':
      return { raw, data: dataOf(textOf(headers, ':event-type'), payload) };
    case 'exception':
      return { raw, data: dataOf(textOf(headers, ':exception-type'), payload) };
    default: {
      const error = { code: textOf(headers, ':error-code'), message: textOf(headers, ':error-message') };
      return { raw, data: Buffer.from(JSON.stringify({ error })) };
    }
  }
}

function dataOf(type: string, payload: Buffer): Buffer {
  const json = payload.length > 0 ? payload : Buffer.from('{}');
  return Buffer.concat([Buffer.from(`{${JSON.stringify(type)}:`), json, Buffer.from('}')]);
}

function textOf(headers: MessageHeaders, name: string): string {
  const header = headers[name];
  return header?.type === 'string' ? header.value : '';
}
