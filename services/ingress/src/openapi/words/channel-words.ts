import type { ChannelAction } from '../../routes/route.ts';
import { enveloped } from '../enveloped.ts';
import { anyOf, flag, list, number, open, type Schema, text, whole } from '../schema.ts';
import { json, jsonOrEvents, optional, type RouteWords } from './route-words.ts';

const nothing: Schema = { type: 'null' };
const channelId = whole('The id of the channel');
const seconds = number('Seconds that it took');

const tested = {
  channel_id: channelId,
  model: text('The model that was asked'),
  status: whole('That of the upstream; 0 without an answer'),
  first_byte_seconds: number('Seconds until the first byte'),
};
const outcome = { success: flag(), message: text('What went wrong') };
const testedMembers = Object.keys(tested);

const left = { balance: number('What is left there'), currency: text() };

const modelQuery = optional({
  model: text('What to ask for; without it, the first model that answers in text'),
  stream: flag('Asks for a stream'),
});

const models = json('Their names, as the upstream has them', enveloped(list(text())));

/** What is asked of upstreams for an administrator. */
export const channelWords: Record<ChannelAction, RouteWords> = {
  test: {
    tag: 'Channels',
    summary:
      "Tests a channel, on or off: a small request to its upstream, which the operator's account there pays for",
    query: modelQuery,
    answer: json('It answered, or why not', enveloped(open(tested, testedMembers), { time: seconds })),
  },
  'test-all': {
    tag: 'Channels',
    summary: 'Tests all channels, on or off',
    description: 'Whoever accepts text/event-stream is sent each result as it comes, and a last event, done.',
    query: modelQuery,
    answer: jsonOrEvents(
      'All results',
      enveloped(
        open(
          {
            items: list(
              open({ ...tested, ...outcome, time: seconds }, [
                ...testedMembers,
                ...Object.keys(outcome),
                'time',
              ]),
            ),
            total: whole(),
            succeeded: whole(),
          },
          ['items', 'total', 'succeeded'],
        ),
      ),
    ),
  },
  models: { tag: 'Channels', summary: "Lists the models of a channel's upstream", answer: models },
  'unsaved-models': {
    tag: 'Channels',
    summary: 'Lists the models of an upstream that no channel has yet',
    body: {
      'application/json': open(
        {
          base_url: text('Where the upstream is'),
          key: text('The credential there; of several lines the first'),
          provider: text('The kind of the upstream', { example: 'openai' }),
          type: { ...anyOf(whole(), text()), description: 'In place of provider, by word or number' },
          vendor: text(),
          api_version: text(),
        },
        ['base_url', 'key'],
      ),
    },
    answer: models,
  },
  balance: {
    tag: 'Channels',
    summary: "Shows what is left on a channel's account at its upstream",
    answer: json(
      'What is left',
      enveloped(open({ channel_id: channelId, ...left }, ['channel_id', ...Object.keys(left)]), {
        balance: left.balance,
      }),
    ),
  },
  balances: {
    tag: 'Channels',
    summary: "Shows what is left on all channels' accounts at their upstreams",
    answer: json(
      'What is left, null where it is not told',
      enveloped(
        open(
          {
            items: list(
              open(
                {
                  channel_id: channelId,
                  ...outcome,
                  balance: anyOf(left.balance, nothing),
                  currency: anyOf(left.currency, nothing),
                },
                ['channel_id', ...Object.keys(outcome), ...Object.keys(left)],
              ),
            ),
            total: whole(),
          },
          ['items', 'total'],
        ),
      ),
    ),
  },
};
