import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPools } from '../upstream-call/pools.ts';
import { bedrock } from './bedrock.ts';
import { findEndpoint } from './upstream.ts';

const profile = 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/a1b2c3';
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const body = Buffer.from('{"messages":[{"role":"user","content":[{"text":"hi"}]}]}');
const tools = { pools: createPools(), accessTokens: createAccessTokens(() => 0) };

function urlOf(model: string, stream: boolean, baseUrl: string): URL {
  const channel = Channel.fromPartial({ baseUrl });
  const endpoint = findEndpoint(bedrock, 'converse', { model, stream, channel });
  if (!endpoint) throw new Error('It has no endpoint');
  return endpoint.url;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a signature', () => {
  // Computed from the specification by another program.
  test.each([
    {
      ...{ model: claude, stream: false, region: 'us-east-1', token: undefined },
      signed: 'content-type;host;x-amz-content-sha256;x-amz-date',
      signature: '4cf13f6849e3359f172b7d573f6da61dbb746a98366f950d7f2cacbe4e623524',
    },
    {
      ...{ model: profile, stream: true, region: 'eu-west-1', token: 'FwoGZXIvYXdzEXAMPLE==' },
      signed: 'content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token',
      signature: '8dcf78fddf433075f22b0a119cc7a111068bc5ff9e92e9a17bf2dcb9c03902ac',
    },
  ])('of $model is that of the path as it is sent', async ({ model, stream, region, token, ...expected }) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
    const url = urlOf(model, stream, `https://bedrock-runtime.${region}.amazonaws.com`);
    const key = ['AKIDEXAMPLE00000', secret, token].filter(Boolean).join(':');
    const headers = { 'content-type': 'application/json', 'user-agent': 'headgate' };
    const proof = await bedrock.authorize({ url, headers, body, key, channel: Channel.create() }, tools);
    expect(proof).toEqual({
      authorization:
        `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE00000/20261121/${region}/bedrock/aws4_request, ` +
        `SignedHeaders=${expected.signed}, Signature=${expected.signature}`,
      'x-amz-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
      'x-amz-date': '20261121T120000Z',
      ...(token && { 'x-amz-security-token': token }),
    });
  });

  test.each([
    ['https://bedrock-runtime.us-gov-west-1.amazonaws.com', '', 'us-gov-west-1'],
    ['https://bedrock-runtime-fips.us-east-2.amazonaws.com', '', 'us-east-2'],
    ['https://bedrock-runtime.cn-north-1.amazonaws.com.cn', '', 'cn-north-1'],
    ['https://vpce-0a1b-2c3d.bedrock-runtime.eu-central-1.vpce.amazonaws.com', '', 'eu-central-1'],
    ['https://bedrock.internal.example', 'ap-southeast-2', 'ap-southeast-2'],
    ['https://bedrock-runtime.us-east-1.amazonaws.com', 'us-west-2', 'us-west-2'],
  ])('at %s with the region "%s" is for %s', async (baseUrl, region, expected) => {
    const call = { url: urlOf('m', false, baseUrl), headers: {}, body, key: `AKID:${secret}` };
    const proof = await bedrock.authorize({ ...call, channel: Channel.fromPartial({ region }) }, tools);
    expect(proof.authorization).toContain(`/${expected}/bedrock/aws4_request`);
  });

  test('needs a region', async () => {
    const url = urlOf('m', false, 'https://bedrock.internal.example');
    const call = { url, headers: {}, body, key: `AKID:${secret}`, channel: Channel.create() };
    await expect(bedrock.authorize(call, tools)).rejects.toThrow('region');
  });
});

test('a credential without a colon is an API key', async () => {
  const url = urlOf('m', false, 'https://bedrock.internal.example');
  const call = { url, headers: {}, body, key: 'ABSKQmVkcm9ja0FQSUtleQ==', channel: Channel.create() };
  expect(await bedrock.authorize(call, tools)).toEqual({ authorization: 'Bearer ABSKQmVkcm9ja0FQSUtleQ==' });
});

test.each([claude, profile])('%s is called where the vendor’s own client calls it', async (modelId) => {
  const paths: string[] = [];
  const handle = async ({ path }: { path: string }) => {
    paths.push(path);
    throw new Error('seen');
  };
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKID', secretAccessKey: secret },
    requestHandler: { handle },
    maxAttempts: 1,
  });
  const input = { modelId, messages: [] };
  await expect(client.send(new ConverseCommand(input))).rejects.toThrow('seen');
  await expect(client.send(new ConverseStreamCommand(input))).rejects.toThrow('seen');
  const ours = [false, true].map((stream) => urlOf(modelId, stream, 'https://a.example').pathname);
  expect(paths).toEqual(ours);
});
