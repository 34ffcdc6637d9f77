import { expect, test } from 'vitest';
import { secretOf } from '../converse/signature.ts';
import { startSandbox, type TestSandbox } from '../testing/start-sandbox.ts';
import { signatureOf } from './signature.ts';

/** The example of the vendor's documents. */
test('the documented example has the documented signature', () => {
  const headers = { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' };
  const bytes = Buffer.from(
    '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
  );
  const scope = { scope: '2019-02-25/cvm/tc3_request', date: '2019-02-25', service: 'cvm' };
  const signed = { ...scope, signedHeaders: ['content-type', 'host'] };
  const secret = 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE';
  expect(signatureOf({ path: '/', headers, bytes }, signed, '1551113065', secret)).toBe(
    '72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});

interface Signing {
  secretId?: string;
  secret?: string;
  ageSeconds?: number;
  action?: string;
  service?: string;
  names?: string[];
  /** Sent in place of what was signed. */
  sent?: string;
}

async function codeFor({ url }: TestSandbox, given: Signing): Promise<string> {
  const { secretId = 'AKIDSANDBOX', ageSeconds = 0, action = 'DescribeTaskDetail', service = 'vod' } = given;
  const body = '{"TaskId":"none"}';
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const date = new Date(Number(timestamp) * 1_000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const signedHeaders = given.names ?? ['content-type', 'host', 'x-tc-action'];
  const headers = {
    'content-type': 'application/json',
    'x-tc-action': action,
    'x-tc-timestamp': timestamp,
    'x-tc-version': '2018-07-17',
  };
  const signature = signatureOf(
    { path: '/', headers: { ...headers, host: new URL(url).host }, bytes: Buffer.from(body) },
    { scope, date, service, signedHeaders },
    timestamp,
    given.secret ?? secretOf(secretId),
  );
  const authorization = `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: given.sent ?? body,
  });
  expect(answer.status).toBe(200);
  return JSON.parse(await answer.text()).Response.Error.Code;
}

test('what is signed well gets through, everything else is told apart', async () => {
  const sandbox = await startSandbox();
  const code = (given: Signing) => codeFor(sandbox, given);
  expect(await code({})).toBe('ResourceNotFound');
  expect(await code({ action: 'DescribeEverything' })).toBe('InvalidAction');
  expect(await code({ secret: 'another' })).toBe('AuthFailure.SignatureFailure');
  expect(await code({ sent: '{"TaskId":"other"}' })).toBe('AuthFailure.SignatureFailure');
  expect(await code({ service: 'cvm' })).toBe('AuthFailure.SignatureFailure');
  expect(await code({ names: ['content-type'] })).toBe('AuthFailure.SignatureFailure');
  expect(await code({ secretId: 'badid' })).toBe('AuthFailure.SecretIdNotFound');
  expect(await code({ ageSeconds: 3_600 })).toBe('AuthFailure.SignatureExpire');
  const { post } = sandbox;
  expect(JSON.parse(await (await post('/', {})).text()).Response.Error.Code).toBe(
    'AuthFailure.InvalidAuthorization',
  );
});
