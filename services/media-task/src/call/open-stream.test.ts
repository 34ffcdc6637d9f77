import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { boundPort, listen } from '@headgate/runtime/operations';
import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { expect, test } from 'vitest';
import type { ContentConfig } from '../config.ts';
import { openStream, StreamError } from './open-stream.ts';

const config: ContentConfig = {
  egress: withoutProxy,
  connectTimeoutMs: 1_000,
  contentHeadTimeoutMs: 1_000,
  contentIdleTimeoutMs: 1_000,
  contentAllow: readAllowList(''),
};

test.each(['', 'film.mp4', '//', 'http://', 'data:video/mp4;base64,AAAA', 'file:///etc/passwd'])(
  'what a vendor says is %j lies at no web address',
  async (url) => {
    const opened = openStream(
      { url, headers: {}, range: {}, trusted: [] },
      config,
      new AbortController().signal,
    );
    await expect(opened).rejects.toThrow(new StreamError('the file lies at no web address'));
  },
);

test("a channel's host is looked up as its calls are: cluster names are completed, and the hosts file is read", async () => {
  const vendor = createServer((_request, response) => response.end('film'));
  await listen(vendor, { host: '127.0.0.1', port: 0 });
  try {
    // Of this name the machine knows, and most name servers do not.
    const origin = `http://localhost:${boundPort(vendor)}`;
    const request = { url: `${origin}/film.mp4`, headers: {}, range: {}, trusted: [origin] };
    const { status, body, close } = await openStream(request, config, new AbortController().signal);
    expect([status, await text(body)]).toEqual([200, 'film']);
    close();
  } finally {
    vendor.close();
  }
});
