/** Where everything is, below `/console`. Nothing else in the console spells a path. */
export const paths = {
  signIn: '/sign-in',
  setup: '/setup',
  register: '/register',
  reset: '/reset',
  about: '/about',
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
  settings: '/settings',
  account: '/account',
  security: '/account/security',
  accessTokens: '/account/tokens',
  sessions: '/account/sessions',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/** Where the console begins; the server and `vite.config.ts` know it as well. */
export const basePath = '/console';

/** The sign of the product. */
export const iconPath = `${basePath}/icon.svg`;

/** Sign-in, and then back to where somebody was. */
export function signInFrom(here: string): string {
  return here === paths.home ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ next: here })}`;
}

/** Where to go after sign-in: a path of the console, whatever the address says. Browsers read `/` and a tab and `/` as `//`. */
export function afterSignIn(search: URLSearchParams): string {
  const next = search.get('next') ?? '';
  return /^\/(?![/\\])\P{Cc}*$/u.test(next) ? next : paths.home;
}

/** The query with which a provider sends somebody back: to sign-in, which leads on to where they wanted to be. */
export function backFromProvider(search: URLSearchParams): string {
  const here = new URLSearchParams({ next: afterSignIn(search), back: '1' });
  return `?${new URLSearchParams({ return_to: `${basePath}${paths.signIn}?${here}` })}`;
}

/** Whether somebody was sent back from a provider, and is signed in. */
export function isBackFromProvider(search: URLSearchParams): boolean {
  return search.has('back') && !search.has('require_2fa') && refusalOfProvider(search) === '';
}

/**
 * By its name, why somebody was sent back without what they went for; empty where there is no such thing. Anybody can make a
 * link with any name.
 */
export function refusalOfProvider(search: URLSearchParams): string {
  return search.get('sign_in_error') ?? '';
}

/** The slug of who sent somebody back. */
export function providerOfRefusal(search: URLSearchParams): string {
  return search.get('sign_in_provider') ?? '';
}
