import type { Dialect } from '../exchange/dialect.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import type { Route } from '../routes.ts';
import { acceptRequest } from './accept-request.ts';
import { vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { errorBody, type VendorError } from './vendor-error.ts';

export const messages: Dialect<VendorError> = {
  name: 'messages',
  accept: acceptRequest,
  modelOf({ bytes }) {
    const model = asRecord(parseJson(bytes.toString()))?.model;
    return typeof model === 'string' ? model : null;
  },
  statusError,
  errorBody,
  headers: vendorHeaders,
};

/** `POST /v1/messages`. */
export const serveMessage: Route = (context, request, response) =>
  serveDialect(messages, context, request, response);
