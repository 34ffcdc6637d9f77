import { Channel, type DeepPartial } from '@headgate/proto/gen/headgate/account/v1/account';
import { describe, expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { findBalanceSource } from './find-source.ts';
import { readBalance } from './read-balance.ts';

const channelOf = (more: DeepPartial<Channel>): Channel =>
  Channel.fromPartial({ id: 1n, provider: 'openai-compatible', keys: ['one'], ...more });

describe('what vendors answer', () => {
  test.each([
    [
      'https://api.deepseek.com/v1',
      [
        {
          balance_infos: [
            { currency: 'CNY', total_balance: '110.00' },
            { currency: 'USD', total_balance: '2.50' },
          ],
        },
      ],
      { amount: 2.5, currency: 'USD' },
    ],
    [
      'https://api.deepseek.com',
      [{ balance_infos: [{ currency: 'CNY', total_balance: '1' }] }],
      { amount: 1, currency: 'CNY' },
    ],
    [
      'https://openrouter.ai/api/v1',
      [{ data: { total_credits: 0.3, total_usage: 0.1 } }],
      { amount: 0.2, currency: 'USD' },
    ],
    [
      'https://api.moonshot.ai/v1',
      [{ data: { available_balance: 49.5 } }],
      { amount: 49.5, currency: 'USD' },
    ],
    ['https://api.moonshot.cn/v1', [{ data: { available_balance: -1 } }], { amount: -1, currency: 'CNY' }],
    [
      'https://api.siliconflow.cn/v1',
      [{ data: { totalBalance: '88.88' } }],
      { amount: 88.88, currency: 'CNY' },
    ],
    [
      'https://gateway.example/v1',
      [{ hard_limit_usd: 100 }, { total_usage: 1_234.5 }],
      { amount: 87.655, currency: 'USD' },
    ],
    ['https://api.deepseek.com/v1', [{ balance_infos: [] }], undefined],
    ['https://gateway.example/v1', [{ hard_limit_usd: 100 }, {}], undefined],
  ])('%s: %j', (baseUrl, answers, balance) => {
    const source = findBalanceSource(channelOf({ baseUrl }));
    expect(source?.read(answers, new URL(baseUrl))).toEqual(balance);
  });

  test.each([
    { provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
    { provider: 'openai', baseUrl: 'https://api.openai.com/v1' },
    { provider: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1' },
    { provider: 'kling', baseUrl: 'https://kling.example' },
  ])('$baseUrl tells none', async (more) => {
    const { context } = createTestServing({ pools: createPools(), stream: false });
    expect(await readBalance(context, channelOf(more), new AbortController().signal)).toMatchObject({
      success: false,
      message: 'This provider does not tell balances.',
    });
  });
});

describe('a channel', () => {
  const upstream = startUpstreamForEach();

  const read = (keys: string[]) => {
    const { context } = createTestServing({ pools: upstream.pools, stream: false });
    const channel = channelOf({ vendor: 'openrouter', baseUrl: upstream.baseUrl(7n), keys });
    return readBalance(context, channel, new AbortController().signal);
  };

  test('of two credentials has what is left on both, below where it is', async () => {
    upstream.serve = (_request, response) => response.end('{"data":{"total_credits":10,"total_usage":2.5}}');
    expect(await read(['one', 'two'])).toMatchObject({ success: true, balance: 15, currency: 'USD' });
    expect(upstream.calls.map(({ path, key }) => [path, key])).toEqual([
      ['/7/api/v1/credits', 'one'],
      ['/7/api/v1/credits', 'two'],
    ]);
  });

  test('whose credential is refused has no balance, and says why without it', async () => {
    upstream.serve = (_request, response) =>
      response.writeHead(403).end('{"error":{"message":"sk-or-secret-secret may not ask"}}');
    expect(await read(['sk-or-secret-secret'])).toMatchObject({
      success: false,
      balance: 0,
      message: 'The upstream answered 403: [key] may not ask',
    });
  });

  test('that answers something else has no balance', async () => {
    upstream.serve = (_request, response) => response.end('<html>');
    expect(await read(['one'])).toMatchObject({
      success: false,
      message: 'The upstream did not answer with a balance.',
    });
  });
});
