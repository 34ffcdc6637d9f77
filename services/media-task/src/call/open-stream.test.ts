import { readAllowList } from '@headgate/runtime/outbound/allow-list';
import { expect, test } from 'vitest';
import type { ContentConfig } from '../config.ts';
import { openStream, StreamError } from './open-stream.ts';

const config: ContentConfig = {
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
