import { Readable } from 'node:stream';

/** A larger body goes out in pieces: what is smaller has soon left for the system, and costs less at once. */
const mostAtOnceBytes = 128 * 1024;
const pieceBytes = 64 * 1024;

const nothing = Buffer.alloc(0);

/**
 * The body of a request, and its headers, as undici is given them.
 *
 * Undici leaves a connection whose answer ended before its request did only where the body comes as a stream: of one that
 * is a buffer it does not know how much has left, and the next request waits behind what an upstream that refused never reads.
 *
 * @param onLast called before the last of it is handed over to be sent: until then nobody can have all of it.
 */
export function splitBody(
  headers: Record<string, string>,
  body: Buffer,
  onLast: () => void = () => undefined,
): { headers: Record<string, string>; body: Buffer | Readable } {
  if (body.length <= mostAtOnceBytes) {
    onLast();
    return { headers, body };
  }
  return { headers: { ...headers, 'content-length': String(body.length) }, body: inPieces(body, onLast) };
}

/** Undici keeps a body until its answer has ended: of this one nothing is kept that has left. */
function inPieces(body: Buffer, onLast: () => void): Readable {
  let left = body;
  return new Readable({
    highWaterMark: pieceBytes,
    read() {
      const piece = left.subarray(0, pieceBytes);
      const isLast = piece.length === left.length;
      left = isLast ? nothing : left.subarray(pieceBytes);
      if (isLast) onLast();
      this.push(piece);
      if (isLast) this.push(null);
    },
  });
}
