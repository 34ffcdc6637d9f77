import type { AccountAction } from '../routes.ts';
import { json, type RouteWords } from './route-words.ts';
import { anyOf, open, type Schema, text, whole } from './schema.ts';

/** The envelope of what succeeds on the routes of sessions. */
export function enveloped(data?: Schema): Schema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true },
      message: { type: 'string' },
      ...(data && { data }),
    },
    required: ['success', 'message', ...(data ? ['data'] : [])],
  };
}

const user = open(
  {
    id: whole(),
    username: text(),
    display_name: text(),
    role: whole('1 user, 10 administrator, 100 root'),
    status: whole('1 enabled, 2 disabled'),
    group: text(),
  },
  ['id', 'username', 'role', 'status', 'group'],
);

const change = open(
  {
    id: text('A UUID of the change, the same when it is sent again'),
    units: anyOf(whole(), text(undefined, { pattern: '^-?\\d{1,18}$' })),
    usd: text('In place of units, such as "2.50"', { pattern: '^-?\\d{1,10}(\\.\\d{1,6})?$' }),
    reason: text('Why'),
  },
  ['id', 'reason'],
);

const changed = open({ total_granted: whole(), total_used: whole(), total_available: whole() });

const quota = (summary: string): RouteWords => ({
  tag: 'Session',
  summary,
  description: 'By so much, in units or in dollars; below zero takes it back.',
  body: { 'application/json': change },
  answer: json('What there is now', enveloped(changed)),
});

/** What the ingress asks of account by itself. */
export const accountWords: Record<AccountAction, RouteWords> = {
  login: {
    tag: 'Session',
    summary: 'Signs in by password',
    body: {
      'application/json': open(
        { username: text(undefined, { example: 'root' }), password: text(undefined, { format: 'password' }) },
        ['username', 'password'],
      ),
    },
    answer: json('Who signed in; the session is a cookie', enveloped(user)),
  },
  logout: { tag: 'Session', summary: 'Signs out', answer: json('Done', enveloped()) },
  self: { tag: 'Session', summary: 'Shows who is signed in', answer: json('The user', enveloped(user)) },
  'user-quota': quota("Changes a user's quota"),
  'key-quota': quota("Changes a key's quota"),
};
