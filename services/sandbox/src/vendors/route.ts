import { chatCompletions } from '../chat-completions/route.ts';
import { errorBody, invalid } from '../chat-completions/vendor-error.ts';
import { inManner } from '../exchange/manner.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { messages } from '../messages/route.ts';
import { responses } from '../responses/route.ts';
import type { Route } from '../routes.ts';
import { sendJson } from '../send-json.ts';
import { mannerOf } from './manner.ts';
import type { Vendor } from './vendor.ts';
import { findVendor } from './vendors.ts';

/** `POST /vendors/{vendor}/v1/chat/completions`. */
export const serveVendorChat: Route = serveVendor(
  () => true,
  (vendor) => (context, request, response) =>
    serveDialect(inManner(chatCompletions, mannerOf(vendor)), context, request, response),
);

/** `POST /vendors/{vendor}/v1/responses`. */
export const serveVendorResponse: Route = serveVendor(
  ({ offers }) => offers.includes('responses'),
  () => (context, request, response) => serveDialect(responses, context, request, response),
);

/** None of them asks for a version. */
const unversioned = inManner(messages, {
  receive: (incoming) => ({
    type: 'ok',
    value: { ...incoming, headers: { ...incoming.headers, 'anthropic-version': '2023-06-01' } },
  }),
});

const serveUnversioned: Route = (context, request, response) =>
  serveDialect(unversioned, context, request, response);

/** `POST /vendors/{vendor}/v1/messages`. */
export const serveVendorMessage: Route = serveVendor(
  ({ offers }) => offers.includes('messages'),
  () => serveUnversioned,
);

/** `POST /vendors/{vendor}/anthropic/v1/messages`. */
export const serveVendorMessageBeside: Route = serveVendor(
  ({ offers }) => offers.includes('messages-beside'),
  () => serveUnversioned,
);

function serveVendor(has: (vendor: Vendor) => boolean, serve: (vendor: Vendor) => Route): Route {
  return async (context, request, response) => {
    const vendor = findVendor(request.url?.split('/')[2] ?? '');
    if (vendor && has(vendor)) return await serve(vendor)(context, request, response);
    request.resume();
    sendJson(response, 404, errorBody(invalid('Not Found', null)));
  };
}
