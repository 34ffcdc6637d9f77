import { Readable } from 'node:stream';
import { createConnector } from '@headgate/runtime/outbound/egress/connector';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import { Agent, type Dispatcher, request } from 'undici';
import { isPublicKey } from './keys.ts';
import { createS3Signer, type S3Credentials, type S3Request } from './sign-s3.ts';
import { createSpool } from './spool.ts';
import type { Store } from './store.ts';

export interface S3Config extends S3Credentials {
  /** `https://s3.eu-central-1.amazonaws.com`; some stores are below a path of theirs. */
  endpoint: string;
  bucket: string;
  /** Before every key; empty or with a slash at its end. */
  prefix: string;
  /** The bucket stands in the path and not in the host. */
  pathStyle: boolean;
  egress: Egress;
  /** Where everybody may read the bucket, without a slash at its end; empty where addresses have to be signed. */
  publicUrl: string;
}

/** Until it begins to answer whoever reads: a client waits for it. */
const readHeadTimeoutMs = 10_000;

/** An address that is signed is good for a week at most. */
const longestLifeMs = 7 * 24 * 3_600_000;

/** Keeps files in a bucket of an S3-compatible object store. */
export function createS3Store(config: S3Config, now: () => Date = () => new Date()): Store {
  const signer = createS3Signer(config, now);
  const agent = new Agent({
    connect: createConnector(config.egress, { timeout: 10_000 }),
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });
  const spool = createSpool();
  const root = rootOf(config);
  const urlOf = (key: string): URL => new URL(`${root}/${config.prefix}${key}`);

  async function ask(asked: S3Request, body: Readable | null = null): Promise<Dispatcher.ResponseData> {
    const headers = await signer.sign(asked);
    const headersTimeout = asked.method === 'PUT' ? undefined : readHeadTimeoutMs;
    return request(asked.url, { method: asked.method, headers, body, headersTimeout, dispatcher: agent });
  }

  return {
    async put(key, bytes, about) {
      const { sizeBytes } = about;
      if (sizeBytes === undefined)
        return spool(bytes, (whole, size) => this.put(key, whole, { ...about, sizeBytes: size }));
      const headers = { 'content-type': about.type, 'content-length': String(sizeBytes) };
      const answer = await ask({ method: 'PUT', url: urlOf(key), headers }, Readable.from(bytes));
      await expectStatus(answer, [200]);
    },
    async find(key) {
      const answer = await ask({ method: 'HEAD', url: urlOf(key), headers: {} });
      if ((await expectStatus(answer, [200, 404])) === 404) return undefined;
      const { 'content-length': length, 'last-modified': modified } = answer.headers;
      return { sizeBytes: Number(length), modifiedAt: new Date(String(modified)) };
    },
    async read(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask({ method: 'GET', url: urlOf(key), headers });
      if (answer.statusCode === (range ? 206 : 200)) return answer.body;
      await expectStatus(answer, [404]);
      return undefined;
    },
    async delete(key) {
      await expectStatus(await ask({ method: 'DELETE', url: urlOf(key), headers: {} }), [200, 204, 404]);
    },
    async addressOf(key, { lifeMs }) {
      if (config.publicUrl !== '') return `${config.publicUrl}/${config.prefix}${key}`;
      const asked: S3Request = { method: 'GET', url: urlOf(key), headers: {} };
      return (await signer.presign(asked, Math.min(lifeMs, longestLifeMs))).href;
    },
    keyOf({ origin, pathname }) {
      const address = `${origin}${pathname}`;
      const roots = [config.publicUrl, root].filter((start) => start !== '');
      const start = roots
        .map((place) => `${place}/${config.prefix}`)
        .find((place) => address.startsWith(place));
      const key = start === undefined ? '' : address.slice(start.length);
      return isPublicKey(key) ? key : undefined;
    },
    async signPut(key, { type, sizeBytes }, lifeMs) {
      const headers = { 'content-type': type, 'content-length': String(sizeBytes) };
      const url = await signer.presign({ method: 'PUT', url: urlOf(key), headers }, lifeMs);
      return { url: url.href, headers: { 'Content-Type': type } };
    },
    close: () => agent.close(),
  };
}

/** Where the bucket is. */
function rootOf({ endpoint, bucket, pathStyle }: S3Config): string {
  const { protocol, host, pathname } = new URL(endpoint);
  const path = pathname.replace(/\/+$/, '');
  return pathStyle ? `${protocol}//${host}${path}/${bucket}` : `${protocol}//${bucket}.${host}${path}`;
}

/** What the store says of an error may name the bucket: only the status goes on. */
async function expectStatus(
  { statusCode, body }: Dispatcher.ResponseData,
  expected: readonly number[],
): Promise<number> {
  await body.dump();
  if (!expected.includes(statusCode)) throw new Error(`the object store answered ${statusCode}`);
  return statusCode;
}
