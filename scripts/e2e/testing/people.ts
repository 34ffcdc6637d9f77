import type { World } from './world.ts';

/** Who asks: by key, by session, or as nobody. */
export type Asking = 'nobody' | 'key' | 'user' | 'other' | 'admin' | 'root';

/** The headers by which each is known. */
export type People = Record<Asking, Record<string, string>>;

const password = 'a-password-for-tests';

export const names = {
  ...{ user: 'ada', other: 'bob', admin: 'eve', root: 'root' },
  ...{ spare: 'sid', guarded: 'gus' },
} as const;
export type Name = keyof typeof names;

export const keys = {
  user: 'sk-adasadasadasadasadasadasadasadasadas',
  other: 'sk-bobsbobsbobsbobsbobsbobsbobsbobsbobs',
} as const;

/** Sections of a configuration: a user of each role, another user with a key as well, and spare ones. */
export const peopleSections = `
users:
  - { username: ${names.root}, password: ${password}, role: root }
  - { username: ${names.admin}, password: ${password}, role: admin }
  - { username: ${names.user}, password: ${password}, quota_usd: 1000 }
  - { username: ${names.other}, password: ${password}, quota_usd: 1000 }
  - { username: ${names.spare}, password: ${password} }
  - { username: ${names.guarded}, password: ${password} }
keys:
  - { name: adas, user: ${names.user}, key: "${keys.user}", quota_usd: 500 }
  - { name: bobs, user: ${names.other}, key: "${keys.other}", unlimited: true }
`;

export const credentialsOf = (who: Name) => ({ username: names[who], password });

/** Signs all of them in. */
export async function meetPeople(world: Pick<World, 'baseUrl'>): Promise<People> {
  const session = async (who: Name) => ({ cookie: await signIn(world, who) });
  return {
    nobody: {},
    key: { authorization: `Bearer ${keys.user}` },
    user: await session('user'),
    other: await session('other'),
    admin: await session('admin'),
    root: await session('root'),
  };
}

/** The cookie of a new session. */
export async function signIn({ baseUrl }: Pick<World, 'baseUrl'>, who: Name): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify(credentialsOf(who)),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`${names[who]} cannot sign in: ${await answer.text()}`);
  return cookie;
}
