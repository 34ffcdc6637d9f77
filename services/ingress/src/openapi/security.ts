import type { Carrier, Route } from '../routes/route.ts';
import type { DocumentedRoute, SecurityScheme } from './document.ts';

type Scheme =
  | 'bearer'
  | 'xApiKey'
  | 'xGoogApiKey'
  | 'queryKey'
  | 'mjApiSecret'
  | 'subprotocol'
  | 'session'
  | 'personalToken';

export const securitySchemes: Record<Scheme, SecurityScheme> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A key, as "Authorization: Bearer sk-..."' },
  xApiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key' },
  xGoogApiKey: { type: 'apiKey', in: 'header', name: 'x-goog-api-key', description: 'A key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'key', description: 'A key' },
  mjApiSecret: { type: 'apiKey', in: 'header', name: 'mj-api-secret', description: 'A key' },
  subprotocol: {
    type: 'apiKey',
    in: 'header',
    name: 'Sec-WebSocket-Protocol',
    description: 'A key, as the subprotocol "openai-insecure-api-key.KEY"',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The cookie that a sign-in gives' },
  personalToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: "A user's personal access token, bare or as a Bearer token",
  },
};

const schemeOf: Record<Carrier, Scheme> = {
  authorization: 'bearer',
  'x-api-key': 'xApiKey',
  'x-goog-api-key': 'xGoogApiKey',
  'query key': 'queryKey',
  'mj-api-secret': 'mjApiSecret',
  subprotocol: 'subprotocol',
};

/** Each of these will do. What takes keys reads no personal token: both stand in one header. */
export function securityOf({ proof, carriers }: Route): DocumentedRoute['security'] {
  const schemes: Scheme[] = [...carriers.map((carrier) => schemeOf[carrier]), ...forPeople[proof]];
  return schemes.map((scheme) => ({ [scheme]: [] }));
}

const forPeople: Record<Route['proof'], readonly Scheme[]> = {
  none: [],
  key: [],
  'key-read-only': [],
  'key-or-session': ['session'],
  session: ['session', 'personalToken'],
  admin: ['session', 'personalToken'],
  root: ['session', 'personalToken'],
  playground: ['session', 'personalToken'],
};
