import { vendorHeaders } from '../chat-completions/identity.ts';
import { statusError } from '../chat-completions/status-error.ts';
import { errorBody, type VendorError } from '../chat-completions/vendor-error.ts';
import type { Dialect } from '../exchange/dialect.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import type { Route } from '../routes.ts';
import { acceptRequest } from './accept-request.ts';
import { acceptCompaction } from './compact.ts';

/** The vendor is that of chat completions: its keys, errors and headers are the same. */
export const responses: Dialect<VendorError> = {
  name: 'responses',
  accept: acceptRequest,
  modelOf({ bytes }) {
    const model = asRecord(parseJson(bytes.toString()))?.model;
    return typeof model === 'string' ? model : null;
  },
  statusError,
  errorBody,
  headers: vendorHeaders,
};

/** `POST /v1/responses`. */
export const serveResponse: Route = (context, request, response) =>
  serveDialect(responses, context, request, response);

/** `POST /v1/responses/compact`. */
export const serveCompaction: Route = (context, request, response) =>
  serveDialect({ ...responses, accept: acceptCompaction }, context, request, response);
