import { expect, test } from 'vitest';
import { sign } from './sign.ts';

test('the example of the vendor’s documents is signed as they say', () => {
  const { authorization } = sign(
    {
      url: new URL('https://cvm.tencentcloudapi.com/'),
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(
        '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      ),
    },
    { secretId: 'AKIDEXAMPLE', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE', service: 'cvm' },
    1_551_113_065_000,
  );
  expect(authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDEXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, ' +
      'Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});
