import type { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Headers, UnsignedCall, Upstream } from './upstream.ts';

/**
 * Amazon Bedrock, at `https://bedrock-runtime.REGION.amazonaws.com`. A credential is `ACCESS_KEY_ID:SECRET_ACCESS_KEY`,
 * with `:SESSION_TOKEN` where it is a temporary one; without a colon it is a Bedrock API key. Source: the API reference
 * of the Bedrock runtime; the IAM guide, "Signature Version 4 for API requests".
 */
export const bedrock: Upstream = {
  name: 'bedrock',
  paths: [['converse', ({ model, stream }) => `/model/${encodeURIComponent(model)}/${operationOf(stream)}`]],
  authorize: (call) => (call.key.includes(':') ? sign(call) : { authorization: `Bearer ${call.key}` }),
  usageOnRequest: false,
  streamType: 'application/vnd.amazon.eventstream',
};

function operationOf(stream: boolean): string {
  return stream ? 'converse-stream' : 'converse';
}

/** Signs what nobody on the way changes: the path as it is sent, the body, and the headers that say what both are. */
async function sign({ url, headers, body, key, channel }: UnsignedCall): Promise<Headers> {
  const [accessKeyId = '', secretAccessKey = '', ...token] = key.split(':');
  const sessionToken = token.join(':') || undefined;
  const signer = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
    region: regionOf(channel, url),
    service: 'bedrock',
    sha256: Sha256,
  });
  const { host, protocol, hostname, pathname: path } = url;
  const contentType = headers['content-type'] ?? 'application/json';
  const unsigned = { host, 'content-type': contentType };
  const request = { method: 'POST', protocol, hostname, path, query: {}, headers: unsigned, body };
  const { headers: signed } = await signer.sign(request);
  return Object.fromEntries(Object.entries(signed).filter(([name]) => !(name in unsigned)));
}

const regionInHost = /\bbedrock-runtime(?:-fips)?\.([a-z]{2}(?:-[a-z]+)+-\d+)\./;

function regionOf({ region }: Channel, { hostname }: URL): string {
  const found = region || regionInHost.exec(hostname)?.[1];
  if (!found) throw new Error('The region is not told by the host: the channel must name it');
  return found;
}
