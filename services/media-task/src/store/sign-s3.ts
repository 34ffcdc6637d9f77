import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';

export interface S3Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
}

/** Signs requests to an object store. Bodies are not signed: they are streams, whose bytes are read once. */
export interface S3Signer {
  sign(request: S3Request): Promise<Record<string, string>>;
  /** An address that anybody may use for this one request, headers included. */
  presign(request: S3Request, lifeMs: number): Promise<URL>;
}

const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };

export function createS3Signer({ region, ...credentials }: S3Credentials, now: () => Date): S3Signer {
  // Object stores take the path as it is sent: it is not encoded a second time.
  const signer = new SignatureV4({
    credentials,
    region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
  });
  return {
    async sign({ method, url, headers }) {
      const signed = await signer.sign(toHttp(method, url, { ...headers, ...unsigned }), {
        signingDate: now(),
      });
      return signed.headers;
    },
    async presign({ method, url, headers }, lifeMs) {
      const request = toHttp(method, url, { ...headers, ...unsigned });
      const { query = {} } = await signer.presign(request, {
        signingDate: now(),
        expiresIn: Math.floor(lifeMs / 1_000),
      });
      const signed = new URL(url);
      for (const [name, value] of Object.entries(query)) signed.searchParams.set(name, String(value));
      return signed;
    },
  };
}

function toHttp(method: string, url: URL, headers: Record<string, string>) {
  const { protocol, hostname, host, pathname: path } = url;
  return { method, protocol, hostname, path, query: {}, headers: { host, ...headers } };
}
