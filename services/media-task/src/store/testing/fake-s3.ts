/** An object store as far as ours asks of one: it verifies signatures as the guide to Signature Version 4 says, of headers and of addresses. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';

export interface FakeS3 {
  url: string;
  /** Whole objects by path. */
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Of all bodies, as they come. */
  receivedBytes: number;
  stop(): void;
}

export const credentials = { accessKeyId: 'access', secretAccessKey: 'a secret', region: 'eu-test-1' };

export async function startFakeS3(now: () => Date): Promise<FakeS3> {
  const server = createServer((request, response) => {
    serve(fake, request, response, now()).catch(() => response.destroy());
  });
  await listen(server, { host: '127.0.0.1', port: 0 });
  const fake: FakeS3 = {
    url: `http://127.0.0.1:${boundPort(server)}`,
    objects: new Map(),
    receivedBytes: 0,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}

async function serve(
  fake: FakeS3,
  request: IncomingMessage,
  response: ServerResponse,
  now: Date,
): Promise<void> {
  if (!isSigned(request, now))
    return void response.writeHead(403).end('<Error>SignatureDoesNotMatch</Error>');
  const { pathname } = new URL(request.url ?? '/', fake.url);
  const kept = fake.objects.get(pathname);
  switch (request.method) {
    case 'PUT': {
      const bytes = await receive(fake, request);
      fake.objects.set(pathname, { bytes, type: request.headers['content-type'] ?? '' });
      return void response.writeHead(200, { etag: '"x"' }).end();
    }
    case 'DELETE':
      fake.objects.delete(pathname);
      return void response.writeHead(204).end();
    default:
      if (!kept) return void response.writeHead(404).end('<Error>NoSuchKey</Error>');
      return send(kept, request, response);
  }
}

/** Rejects where less comes than was announced: nothing is kept then. Large bodies are counted, not kept. */
async function receive(fake: FakeS3, request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    fake.receivedBytes += part.length;
    size += part.length;
    if (size < 1_000_000) parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(
  { bytes, type }: { bytes: Buffer; type: string },
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1);
  response.writeHead(start === undefined ? 200 : 206, {
    'content-type': type,
    'content-length': part.length,
    'last-modified': new Date(0).toUTCString(),
  });
  response.end(method === 'HEAD' ? undefined : part);
}

function isSigned(request: IncomingMessage, now: Date): boolean {
  const url = new URL(request.url ?? '/', 'http://store');
  return url.searchParams.has('X-Amz-Signature')
    ? isAddressSigned(request, url, now)
    : isHeaderSigned(request, url);
}

function isHeaderSigned(request: IncomingMessage, url: URL): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=access\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const payload = String(request.headers['x-amz-content-sha256']);
  const date = String(request.headers['x-amz-date']);
  return names.includes('host') && signature === sign(request, url, { scope, names, date, payload });
}

function isAddressSigned(request: IncomingMessage, url: URL, now: Date): boolean {
  const of = (name: string): string => url.searchParams.get(name) ?? '';
  const date = of('X-Amz-Date');
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const lifeMs = Number(of('X-Amz-Expires')) * 1_000;
  if (lifeMs > 604_800_000 || now.getTime() > signedAt + lifeMs) return false;
  const scope = of('X-Amz-Credential').replace(/^access\//, '');
  const signature = of('X-Amz-Signature');
  url.searchParams.delete('X-Amz-Signature');
  const names = of('X-Amz-SignedHeaders');
  return signature === sign(request, url, { scope, names, date, payload: 'UNSIGNED-PAYLOAD' });
}

function sign(
  { method, headers }: IncomingMessage,
  { pathname, searchParams }: URL,
  { scope, names, date, payload }: Record<'scope' | 'names' | 'date' | 'payload', string>,
): string {
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`);
  const canonical = [method, pathname, query, ...lines, '', names, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${credentials.secretAccessKey}`,
    );
  return createHmac('sha256', key).update(toSign).digest('hex');
}
