import { readBody } from '../read-body.ts';
import type { Route } from '../routes.ts';
import { sendJson } from '../send-json.ts';
import { tokenLifeSeconds } from './accounts.ts';

const path = '/vertex/token';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const limitBytes = 64 * 1024;

/** `GET /vertex/service-account`: the key file of the account that this sandbox knows. */
export const serveKeyFile: Route = async ({ accounts }, { headers }, response) => {
  sendJson(response, 200, JSON.stringify(accounts.keyFile(urlOf(headers.host))));
};

/** `POST /vertex/token`: a token for an assertion that the account signed. */
export const serveToken: Route = async ({ accounts }, request, response) => {
  const body = await readBody(request, limitBytes);
  if (body.type !== 'body') return sendJson(response, 413, '{}');
  const form = new URLSearchParams(body.bytes.toString());
  if (form.get('grant_type') !== grantType) {
    const error = { error: 'unsupported_grant_type', error_description: 'Invalid grant_type.' };
    return sendJson(response, 400, JSON.stringify(error));
  }
  const given = accounts.exchange(form.get('assertion') ?? '', urlOf(request.headers.host));
  if ('error' in given) {
    return sendJson(
      response,
      400,
      JSON.stringify({ error: 'invalid_grant', error_description: given.error }),
    );
  }
  const token = { access_token: given.token, expires_in: tokenLifeSeconds, token_type: 'Bearer' };
  sendJson(response, 200, JSON.stringify(token));
};

/** `GET /vertex/tokens`: how many were given. */
export const serveTokensGiven: Route = async ({ accounts }, _request, response) => {
  sendJson(response, 200, JSON.stringify({ given: accounts.given() }));
};

/** `DELETE /vertex/tokens`: none that was given is good any more. */
export const serveRevocation: Route = async ({ accounts }, _request, response) => {
  accounts.revoke();
  sendJson(response, 200, '{}');
};

function urlOf(host: string | undefined): string {
  return `http://${host}${path}`;
}
