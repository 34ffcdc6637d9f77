import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * What the server makes requests and answers of, so that they have Express's members from their birth. Express gives each of them
 * another prototype, which is a tenth of what Node and Express take for a request, unless it has that already.
 */
export function httpClassesOf(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  takeOver(app.request, ExpressRequest.prototype);
  takeOver(app.response, ExpressResponse.prototype);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Express has two objects before Node's own: one of the application, and one that all applications share. */
function takeOver(own: object, prototype: object): void {
  const shared: object = Object.getPrototypeOf(own);
  for (const { constructor: _, ...members } of [shared, own].map(Object.getOwnPropertyDescriptors))
    Object.defineProperties(prototype, members);
}
