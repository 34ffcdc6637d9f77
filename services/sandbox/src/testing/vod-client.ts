import { Agent } from 'node:http';
import { connect } from 'node:net';
import { vod } from 'tencentcloud-sdk-nodejs-vod';
import { secretOf } from '../converse/signature.ts';

/** The vendor's SDK, as it calls the vendor's own host, but led to the sandbox. */
export function createVodClient(url: string, secretId = 'AKIDSANDBOX', secretKey = secretOf(secretId)) {
  const port = Number(new URL(url).port);
  const agent = new Agent();
  agent.createConnection = () => connect(port, '127.0.0.1');
  return new vod.v20180717.Client({
    credential: { secretId, secretKey },
    region: 'ap-guangzhou',
    profile: { httpProfile: { endpoint: 'vod.tencentcloudapi.com', protocol: 'http://', agent } },
  });
}
