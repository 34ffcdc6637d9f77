import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';

/** How the caller proves who they are. `key-read-only` also accepts keys that have expired. */
export type Proof = 'key' | 'key-read-only' | 'session' | 'none';

/** Where a key may stand. */
export type Carrier = 'authorization' | 'x-api-key' | 'query key' | 'x-goog-api-key';

/** The shape in which faults are answered. */
export type Envelope = 'public' | 'messages' | 'native' | 'billing' | 'session';

/** Chosen by the headers of the request: routes of models are shared by several styles. */
export type ByHeaders = 'by headers';

/** `key`: requests a minute and at the same time, of the key. `login`: refused sign-ins of an address. */
export type LimitClass = 'key' | 'login' | 'none';

export type Target =
  | { to: 'text'; dialect: Dialect | ByHeaders; operation: Operation }
  | { to: 'account'; action: 'login' | 'logout' | 'self' }
  | { to: 'ledger'; view: 'key-usage' | 'subscription' | 'usage' }
  | { to: 'health'; report: 'alive' | 'ready' }
  | { to: 'unimplemented' };

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** In Express's notation. A path is served with and without a slash at its end. */
  path: string;
  proof: Proof;
  /** Of several keys, that of the last carrier counts. */
  carriers: readonly Carrier[];
  envelope: Envelope | ByHeaders;
  limits: LimitClass;
  billable: boolean;
  target: Target;
}

/** What clients of one style send and read, whatever they ask for. */
interface Style {
  dialect: Dialect | ByHeaders;
  envelope: Envelope | ByHeaders;
  carriers: readonly Carrier[];
}

const bearer: readonly Carrier[] = ['authorization'];
const anyCarrier: readonly Carrier[] = ['authorization', 'x-api-key', 'query key', 'x-goog-api-key'];

const chat: Style = { dialect: Dialect.CHAT_COMPLETIONS, envelope: 'public', carriers: bearer };
const models: Style = { dialect: 'by headers', envelope: 'by headers', carriers: anyCarrier };

/** The public API, whole: what is not here does not exist. Busy routes stand first. */
export const routes: readonly Route[] = [
  text('POST', '/v1/chat/completions', chat, Operation.GENERATE),
  text('GET', '/v1/models', models, Operation.LIST_MODELS),
  text('GET', '/v1/models/*model', models, Operation.GET_MODEL),

  billing('/dashboard/billing/subscription', 'subscription'),
  billing('/v1/dashboard/billing/subscription', 'subscription'),
  billing('/dashboard/billing/usage', 'usage'),
  billing('/v1/dashboard/billing/usage', 'usage'),
  {
    method: 'GET',
    path: '/api/usage/token',
    proof: 'key-read-only',
    carriers: bearer,
    envelope: 'session',
    limits: 'key',
    billable: false,
    target: { to: 'ledger', view: 'key-usage' },
  },

  session('POST', '/api/user/login', 'none', 'login', 'login'),
  session('GET', '/api/user/logout', 'none', 'none', 'logout'),
  session('GET', '/api/user/self', 'session', 'none', 'self'),

  unimplemented('GET', '/v1/files'),
  unimplemented('POST', '/v1/files'),
  unimplemented('GET', '/v1/files/:id'),
  unimplemented('DELETE', '/v1/files/:id'),
  unimplemented('GET', '/v1/files/:id/content'),
  unimplemented('GET', '/v1/fine-tunes'),
  unimplemented('POST', '/v1/fine-tunes'),
  unimplemented('GET', '/v1/fine-tunes/:id'),
  unimplemented('GET', '/v1/fine-tunes/:id/events'),
  unimplemented('POST', '/v1/fine-tunes/:id/cancel'),
  unimplemented('DELETE', '/v1/models/*model', models),
  unimplemented('POST', '/v1/images/variations'),

  health('/healthz', 'alive'),
  health('/readyz', 'ready'),
];

function text(method: 'GET' | 'POST', path: string, style: Style, operation: Operation): Route {
  const { dialect, envelope, carriers } = style;
  const billable = operation === Operation.GENERATE;
  const target: Target = { to: 'text', dialect, operation };
  return { method, path, proof: 'key', carriers, envelope, limits: 'key', billable, target };
}

function billing(path: string, view: 'subscription' | 'usage'): Route {
  const target: Target = { to: 'ledger', view };
  return {
    method: 'GET',
    path,
    proof: 'key',
    carriers: bearer,
    envelope: 'billing',
    limits: 'key',
    billable: false,
    target,
  };
}

function session(
  method: 'GET' | 'POST',
  path: string,
  proof: 'session' | 'none',
  limits: LimitClass,
  action: 'login' | 'logout' | 'self',
): Route {
  return {
    method,
    path,
    proof,
    carriers: [],
    envelope: 'session',
    limits,
    billable: false,
    target: { to: 'account', action },
  };
}

function unimplemented(
  method: Route['method'],
  path: string,
  { carriers, envelope }: Omit<Style, 'dialect'> = chat,
): Route {
  const target: Target = { to: 'unimplemented' };
  return { method, path, proof: 'key', carriers, envelope, limits: 'key', billable: false, target };
}

function health(path: string, report: 'alive' | 'ready'): Route {
  const target: Target = { to: 'health', report };
  return {
    method: 'GET',
    path,
    proof: 'none',
    carriers: [],
    envelope: 'public',
    limits: 'none',
    billable: false,
    target,
  };
}
