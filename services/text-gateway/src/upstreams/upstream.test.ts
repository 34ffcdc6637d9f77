import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import { findUpstream } from './index.ts';
import { findEndpoint } from './upstream.ts';

test('each model and each channel has its own address, whoever was asked before', () => {
  const gemini = findUpstream('gemini');
  if (!gemini) throw new Error('gemini is missing');
  const channels = ['one', 'other'].map((name) =>
    Channel.fromPartial({ baseUrl: `http://${name}.test/v1beta/` }),
  );
  const ask = (): (string | undefined)[] =>
    channels.flatMap((channel) =>
      ['a', 'b', 'a', 'a'].map(
        (model) => findEndpoint(gemini, 'generate-content', { model, stream: false, channel })?.url.href,
      ),
    );
  const expected = ['one', 'other'].flatMap((name) =>
    ['a', 'b', 'a', 'a'].map((model) => `http://${name}.test/v1beta/models/${model}:generateContent`),
  );
  expect(ask()).toEqual(expected);
  expect(ask()).toEqual(expected);
});
