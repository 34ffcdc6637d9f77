import type { Dialect, DialectName } from '../exchange/dialect.ts';
import { serveDialect } from '../exchange/serve-dialect.ts';
import { asRecord, parseJson } from '../json-record.ts';
import type { Route } from '../routes.ts';
import { vendorHeaders } from './identity.ts';
import { statusError } from './status-error.ts';
import { errorBody, type VendorError } from './vendor-error.ts';

/** A further route of the vendor of chat completions: its keys, errors and headers are the same. */
export function vendorRoute(name: DialectName, accept: Dialect<VendorError>['accept']): Route {
  const dialect: Dialect<VendorError> = {
    name,
    accept,
    modelOf({ bytes }) {
      const model = asRecord(parseJson(bytes.toString()))?.model;
      return typeof model === 'string' ? model : null;
    },
    statusError,
    errorBody,
    headers: vendorHeaders,
  };
  return (context, request, response) => serveDialect(dialect, context, request, response);
}
