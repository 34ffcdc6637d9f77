import { flag, number, open, second, text, whole } from '../schema.ts';
import { json, optional, type RouteWords } from './route-words.ts';

const amount = number('In what the site shows quota in');

/** What a key was granted and has used. */
export const ledgerWords: Record<'key-usage' | 'subscription' | 'usage', RouteWords> = {
  'key-usage': {
    tag: 'Billing',
    summary: 'Shows what the key was granted and has used',
    answer: json(
      'In units, whatever the site shows',
      open({
        code: { type: 'boolean', const: true },
        message: text(),
        data: open({
          name: text(),
          total_granted: whole(),
          total_used: whole(),
          total_available: whole(),
          unlimited_quota: flag(),
          model_limits: open(),
          model_limits_enabled: flag(),
          expires_at: second('0 for never'),
        }),
      }),
    ),
  },
  subscription: {
    tag: 'Billing',
    summary: 'Shows what the key was granted, as a subscription',
    answer: json(
      'The subscription',
      open({
        object: text(),
        hard_limit_usd: amount,
        soft_limit_usd: amount,
        access_until: second('Until when'),
      }),
    ),
  },
  usage: {
    tag: 'Billing',
    summary: 'Shows what the key has used',
    query: optional({ start_date: text('Read, and of no effect'), end_date: text('Read, and of no effect') }),
    answer: json('In hundredths', open({ object: text(), total_usage: number() })),
  },
};
