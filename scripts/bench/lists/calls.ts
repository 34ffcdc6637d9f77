/** A page that is asked for; `${user}` stands for whose keys and tasks are many, `${cursor}` for a cursor half way down. */
export interface ListCall {
  list: string;
  page: string;
  as: 'bench' | 'root';
  path: string;
}

const daySeconds = 86_400;
const day = (ago: number): string => {
  const until = Math.floor(Date.now() / 1_000) - ago * daySeconds;
  return `start_timestamp=${until - daySeconds}&end_timestamp=${until}`;
};

/** Pages of twenty: the first, one deep down, what is searched for, and what few have. */
export function callsOf(halfWay: (table: string) => bigint): ListCall[] {
  const pages = (list: string, as: ListCall['as'], path: string, asked: Record<string, string>): ListCall[] =>
    Object.entries(asked).map(([page, query]) => ({ list, page, as, path: `${path}?page_size=20&${query}` }));
  return [
    ...pages("a user's keys", 'bench', '/api/token', {
      first: '',
      'number 500': 'p=500',
      'half way down': `cursor=${halfWay('account.keys')}`,
      'a word of many': 'keyword=service',
      'a word of few': 'keyword=e%2077',
      'a word of none': 'keyword=no%20such',
    }),
    ...pages('all keys', 'root', '/api/token/all', {
      first: '',
      'half way down': `cursor=${halfWay('account.keys')}`,
      'a word of few': 'keyword=e%2077',
    }),
    ...pages('users', 'root', '/api/user', {
      first: '',
      'number 500': 'p=500',
      'half way down': `cursor=${halfWay('account.users')}`,
      'a word of many': 'keyword=person',
      'a word of few': 'keyword=77@mail',
      administrators: 'role=10',
      'those that are off': 'status=2',
    }),
    ...pages('codes', 'root', '/api/redemption', {
      first: '',
      'half way down': `cursor=${halfWay('account.redemptions')}`,
      'a word of few': 'keyword=n%2077',
      used: 'status=3',
      expired: 'status=4',
    }),
    ...pages('audit log', 'root', '/api/audit', {
      first: '',
      'half way down': `cursor=${halfWay('account.audit')}`,
      'of one person': 'username=person-7',
      'on one thing': 'target_id=77',
      'a day of long ago': day(80),
    }),
    ...pages('channels', 'root', '/api/channel', { first: '', last: 'p=50', 'a word': 'keyword=77' }),
    ...pages('models', 'root', '/api/models/search', { first: '', last: 'p=250', 'a word': 'keyword=77' }),
    ...pages('groups', 'root', '/api/group/details', { all: '' }),
    ...pages("a user's tasks", 'bench', '/api/task/self', {
      first: '',
      'number 500': 'p=500',
      failed: 'status=failed',
      'of one model': 'model_name=film-77',
    }),
    ...pages('all tasks', 'root', '/api/task', {
      first: '',
      'half way down': `cursor=${halfWay('media.task')}`,
      'under way': 'status=processing',
      'a day of long ago': day(80),
    }),
    ...pages('Midjourney tasks', 'root', '/api/mj', { first: '' }),
    ...pages('sessions', 'bench', '/api/user/sessions', { all: '' }),
    ...pages('log', 'root', '/api/log', { first: '', 'of one key': 'token_name=service%2077' }),
  ];
}
