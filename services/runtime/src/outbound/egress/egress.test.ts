import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { egress } from './egress.ts';

function read(proxy: string, direct?: string) {
  const env = { HEADGATE_EGRESS_PROXY: proxy, HEADGATE_EGRESS_DIRECT: direct };
  return readConfig(env, { egress: egress() }).egress;
}

test.each([
  ['http://proxy.example:3128', { protocol: 'http:', hostname: 'proxy.example', port: 3128 }],
  ['http://proxy.example', { protocol: 'http:', hostname: 'proxy.example', port: 80 }],
  ['https://proxy.example/', { protocol: 'https:', hostname: 'proxy.example', port: 443 }],
  ['http://[fd00::1]:3128', { protocol: 'http:', hostname: 'fd00::1', port: 3128 }],
  [
    'http://gate:p%40ss%3A@proxy.example:3128',
    {
      ...{ protocol: 'http:', hostname: 'proxy.example', port: 3128 },
      authorization: `Basic ${Buffer.from('gate:p@ss:').toString('base64')}`,
    },
  ],
])('%s leads to every host', (url, proxy) => {
  expect(read(url).proxyTo('api.vendor.test')).toEqual(proxy);
});

test.each([
  'proxy.example:3128',
  'socks5://proxy.example',
  'http://proxy.example/path',
  'http://proxy.example/?a=b',
  'http://gate:secret%@proxy.example',
  'http://gate:secret@',
])('%s is no proxy, and no error repeats it', (url) => {
  expect(() => read(url)).toThrow('HEADGATE_EGRESS_PROXY must be the URL of a proxy');
  expect(() => read(url)).toThrow(ConfigError);
  expect(() => read(url)).not.toThrow('secret');
});

test('without one every host is connected to directly', () => {
  expect(read('', '.test').proxyTo('api.vendor.test')).toBeUndefined();
});

const some = ' models.svc, .Cluster.local,.corp.test.,10.0.0.0/8,fd00::/8 ,ollama,192.0.2.7';

test.each([
  ['models.svc', true],
  ['MODELS.svc', true],
  ['other.models.svc', false],
  ['vllm.ai.svc.cluster.local', true],
  ['vllm.ai.svc.cluster.local.', true],
  ['cluster.local', false],
  ['models.svc.', true],
  ['api.corp.test', true],
  ['localhost.', true],
  ['ollama', true],
  ['10.1.2.3', true],
  ['11.1.2.3', false],
  ['192.0.2.7', true],
  ['[fd00::1]', true],
  ['[2001:db8::1]', false],
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['::1', true],
  ['fd00::1', true],
  ['api.vendor.test', false],
])('%s is connected to directly: %s', (host, isDirect) => {
  expect(read('http://proxy.example', some).proxyTo(host) === undefined).toBe(isDirect);
});

test('a name is connected to directly where one of its addresses is', () => {
  const found = read('http://proxy.example', some);
  expect(found.proxyTo('images.corp.test', '10.1.2.3')).toBeUndefined();
  expect(found.proxyTo('images.test', '192.0.2.8')).toBeDefined();
});

test.each(['*.svc', 'host:8080', '10.0.0.0/33', 'a b'])('"%s" says nothing of what is direct', (entry) => {
  expect(() => read('http://proxy.example', `ollama,${entry}`)).toThrow('HEADGATE_EGRESS_DIRECT must hold');
});
