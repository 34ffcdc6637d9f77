import { createTextScanner } from './scan-texts.ts';

/** Names of members are shorter. */
const longestName = 64;

/**
 * The bytes that a member of an answer holds in base64, as they come: never more than a chunk of them is held. Throws where
 * there is no such member. `skip` leaves out so many of the same name.
 */
export async function* decodeText(
  json: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  name: string,
  skip = 0,
): AsyncGenerator<Buffer> {
  const scan = createTextScanner();
  let left = skip;
  let text = '';
  let between = '';
  let isWanted = false;
  const decoder = createDecoder();
  for await (const chunk of json) {
    for (const { isText, bytes, isLast } of scan(Buffer.from(chunk))) {
      if (!isText) {
        between = cut(between + bytes.toString('latin1'));
        // A text, a colon, and another text: that is a member.
        isWanted = isLast && text === name && between.trim() === ':' && left-- === 0;
        if (isLast) [text, between] = ['', ''];
        continue;
      }
      if (!isWanted) {
        text = cut(text + bytes.toString('latin1'));
        continue;
      }
      yield decoder.decode(bytes, isLast);
      if (isLast) return;
    }
  }
  throw new Error(`the answer holds no ${name}`);
}

function cut(text: string): string {
  return text.slice(0, longestName + 1);
}

/** Base64 in pieces of any length; JSON may escape its slashes, and what is beyond letters. */
function createDecoder() {
  let rest = '';
  return {
    decode(bytes: Buffer, isLast: boolean): Buffer {
      const raw = rest + bytes.toString('latin1');
      const slash = raw.lastIndexOf('\\');
      const isBroken = !isLast && slash !== -1 && slash > raw.length - 6;
      const whole = withoutEscapes(isBroken ? raw.slice(0, slash) : raw);
      const usable = isLast ? whole.length : whole.length - (whole.length % 4);
      rest = whole.slice(usable) + (isBroken ? raw.slice(slash) : '');
      return Buffer.from(whole.slice(0, usable), 'base64');
    },
  };
}

function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\/', '/')
    .replaceAll(/\\[rn]/g, '');
}
