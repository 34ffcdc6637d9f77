/** Where everything is, below `/console`. Nothing else in the console spells a path. */
export const paths = {
  signIn: '/sign-in',
  home: '/',
  logs: '/logs',
  pricing: '/pricing',
  channels: '/channels',
  models: '/models',
  groups: '/groups',
  users: '/users',
  codes: '/codes',
  audit: '/audit',
  system: '/system',
  tasks: '/tasks',
  keys: '/keys',
  playground: '/playground',
  sessions: '/account/sessions',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** Where the console begins; the server and `vite.config.ts` know it as well. */
export const basePath = '/console';

/** Sign-in, and then back to where somebody was. */
export function signInFrom(here: string): string {
  return here === paths.home ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ next: here })}`;
}

/** Where to go after sign-in: a path of the console, whatever the address says. */
export function afterSignIn(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : paths.home;
}
