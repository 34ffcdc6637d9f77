import { BinaryWriter } from '@bufbuild/protobuf/wire';

interface Encoder<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** A message that needed more is the exception: its room is given back. */
const keptBytes = 1024 * 1024;

let writer = new BinaryWriter();

/**
 * Encodes a message as `encode(message).finish()` does, an eighth of the time for a small one: a writer of its own would have
 * to grow from nothing, and copy at each step.
 *
 * @param roomBytes bytes before the message, for whoever asked to fill: until then they say anything.
 */
export function encodeMessage<Message>(encoder: Encoder<Message>, message: Message, roomBytes = 0): Buffer {
  try {
    encoder.encode(message, writer);
  } catch (error) {
    writer = new BinaryWriter();
    throw error;
  }
  // The writer tells what it wrote by `finish` alone, which copies it into memory that no pool has.
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript lets private members be read this way alone
  const written = writer['buffer'].subarray(0, writer['pos']);
  const bytes = Buffer.allocUnsafe(roomBytes + written.length);
  bytes.set(written, roomBytes);
  // biome-ignore lint/complexity/useLiteralKeys: as above
  writer['pos'] = 0;
  if (written.length > keptBytes) writer = new BinaryWriter();
  return bytes;
}
