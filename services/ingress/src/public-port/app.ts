import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { admitKey } from '../admit/admit.ts';
import { plainAddress } from '../caller/address.ts';
import { authenticators } from '../caller/authenticate.ts';
import { readProxies } from '../caller/read-proxies.ts';
import type { Context } from '../context.ts';
import { answerError } from '../exchange/answer.ts';
import { ClientGone } from '../exchange/client-gone.ts';
import { beginExchange, type Exchange } from '../exchange/exchange.ts';
import { forward } from '../forward/forward.ts';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { asksForWebSocket } from './upgrade.ts';

/** The public port's requests, each by its row of the route table. */
export function createApp(context: Context): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', 'simple');
  trustProxies(app, readProxies(context.config.trustedProxies));
  for (const route of routes) app[verbs[route.method]](route.path, serve(context, route));
  for (const route of routes) if (route.isCrossOrigin) app.options(route.path, answerPreflight(route.method));
  // `app.all` would add a handler for each of 34 methods.
  for (const route of routes) app.route(route.path).all(allowMethod(route.method));
  app.use(refusePath(context));
  app.use(refuseMalformed(context));
  return app;
}

/** Proxies that write ports behind addresses do so behind those of other proxies, too. */
function trustProxies(app: Express, list: readonly string[]): void {
  app.set('trust proxy', list);
  const isTrusted: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  app.set('trust proxy', (address: string, hop: number) => isTrusted(plainAddress(address), hop));
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<
  Route['method'],
  string
>;

function serve(context: Context, route: Route): RequestHandler {
  return (request, response) => {
    const exchange = beginExchange(context, route, request, response);
    exchange.span
      .run(() => run(context, exchange, route))
      .catch((error) => answerError(context, exchange, error));
  };
}

async function run(context: Context, exchange: Exchange, route: Route): Promise<void> {
  await authenticators[route.proof](context, exchange);
  // Its end has been booked: what is taken from here on would never be given back. Some framings Node refuses behind the head.
  const { request, response } = exchange;
  if (response.closed || request.socket.destroyed) throw new ClientGone();
  if (route.limits === 'key') await admitKey(context, exchange);
  await forward(context, exchange, route.target);
}

/** Asks nobody who they are, and is no request of its own. */
function answerPreflight(method: Route['method']): RequestHandler {
  return (_request, response) => {
    response
      .writeHead(204, {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': method === 'GET' ? 'GET, HEAD' : method,
        'access-control-allow-headers': 'content-type, range, if-range',
        'access-control-max-age': '86400',
      })
      .end();
  };
}

/** What is not served by now has another method. It is answered like an unknown path, and told which there are. */
function allowMethod(method: Route['method']): RequestHandler {
  return (_request, response, next) => {
    const allowed = response.getHeader('allow');
    response.setHeader('allow', allowed === undefined ? method : `${allowed}, ${method}`);
    next();
  };
}

function refusePath(context: Context): RequestHandler {
  return (request, response) => {
    const exchange = beginExchange(context, undefined, request, response);
    const isServedOtherwise = response.hasHeader('allow');
    const error =
      isServedOtherwise && asksForWebSocket(request) ? noWebSocket(response) : invalidUrl(request);
    answerError(context, exchange, error);
  };
}

/** What express itself refuses is a path that cannot be decoded. */
function refuseMalformed(context: Context): ErrorRequestHandler {
  return (cause, request, response, _next) => {
    const exchange = beginExchange(context, undefined, request, response);
    const error = cause instanceof URIError ? new FaultError(fault('invalid_request')) : cause;
    answerError(context, exchange, error);
  };
}

/** Codex asks for responses so first where its provider is OpenAI. At 426 it turns to HTTP at once, at 404 only after six tries. */
function noWebSocket(response: Response): FaultError {
  response.setHeader('upgrade', 'HTTP/1.1');
  const message = 'This route is no WebSocket: ask it over HTTP.';
  return new FaultError(fault('invalid_request', { status: 426, message }));
}

function invalidUrl({ method, path }: Request): FaultError {
  const message = `Invalid URL (${method} ${path})`;
  return new FaultError({ ...fault('invalid_request', { status: 404, message }), code: '' });
}
