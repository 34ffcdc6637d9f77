const prefix = 'whsec_';
const leastBytes = 24;
const mostBytes = 64;

/** The bytes of a signing secret as Standard Webhooks writes it, `whsec_` and base64; undefined where it is none. */
export function readSecret(text: string): Buffer | undefined {
  const encoded = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.length >= leastBytes && bytes.length <= mostBytes ? bytes : undefined;
}
