import { createHash, createHmac } from 'node:crypto';

/** A POST that shall be signed. */
export interface Unsigned {
  url: URL;
  /** All of them are signed, and the host with them. */
  headers: Record<string, string>;
  body: Buffer;
}

export interface SigningKey {
  secretId: string;
  secretKey: string;
  service: string;
}

const algorithm = 'TC3-HMAC-SHA256';

/** The headers that prove who sends a request. Source: "Signature v3" of Tencent Cloud's API documents. */
export function sign(
  { url, headers, body }: Unsigned,
  { secretId, secretKey, service }: SigningKey,
  nowMs: number,
): { authorization: string; 'x-tc-timestamp': string } {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const date = new Date(nowMs).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const signed = Object.entries({ ...headers, host: url.host }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    'POST',
    url.pathname,
    url.search.slice(1),
    ...signed.map(([name, value]) => `${name}:${value.trim().toLowerCase()}`),
    '',
    names,
    digest(body),
  ].join('\n');
  const text = [algorithm, timestamp, scope, digest(canonical)].join('\n');
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(hmac, `TC3${secretKey}`);
  const signature = hmac(key, text).toString('hex');
  return {
    authorization: `${algorithm} Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    'x-tc-timestamp': timestamp,
  };
}

function digest(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
