import { randomBytes } from 'node:crypto';

interface Form {
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
}

const boundaryOf = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const lineEnd = Buffer.from('\r\n');

/**
 * The same form, of parts that a boundary divides which stands in none of them. Node's reader ends a part wherever the boundary's text
 * is, with no line of its own around it: a short one may be a word of a prompt, or a few bytes of a picture.
 */
export function withFreshBoundary(contentType: string, body: Buffer): Form {
  const [, quoted, plain] = boundaryOf.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!/^multipart/i.test(contentType) || boundary === undefined)
    return { contentType, body: new Uint8Array(body) };
  const fresh = randomBytes(24).toString('hex');
  const delimiter = Buffer.from(`--${boundary}`);
  const pieces: Uint8Array[] = [];
  let taken = 0;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + 1)) {
    if (at > 0 && !body.subarray(at - lineEnd.length, at).equals(lineEnd)) continue;
    pieces.push(body.subarray(taken, at), Buffer.from(`--${fresh}`));
    taken = at + delimiter.length;
  }
  pieces.push(body.subarray(taken));
  return { contentType: contentType.replace(boundaryOf, `; boundary=${fresh}`), body: Buffer.concat(pieces) };
}
