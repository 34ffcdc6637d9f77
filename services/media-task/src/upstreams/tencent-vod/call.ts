import { asObject, asText, type Json, parseObject } from '../../call/json.ts';
import { OutcomeUnknown, Refusal, refusalOf } from '../../call/refusal.ts';
import type { Send } from '../../call/send.ts';
import type { Account } from '../upstream.ts';
import { refusalFor } from './errors.ts';
import { sign } from './sign.ts';

const version = '2018-07-17';

export interface Call {
  action: string;
  parameters: Json;
  clientRequestId?: string | undefined;
}

/**
 * Calls one action of the API, and gives what stands below `Response`. A refusal comes under status 200 as well, as
 * `Response.Error`.
 */
export async function call(
  { action, parameters, clientRequestId }: Call,
  account: Account,
  send: Send,
): Promise<Json> {
  const { secretId, secretKey, subAppId } = readCredential(account);
  const url = new URL(`${account.baseUrl}/`);
  const body = Buffer.from(JSON.stringify({ SubAppId: subAppId, ...parameters }));
  const headers = { 'content-type': 'application/json', 'x-tc-action': action };
  const answer = await send({
    method: 'POST',
    url: url.href,
    headers: {
      ...headers,
      ...sign({ url, headers, body }, { secretId, secretKey, service: 'vod' }, Date.now()),
      'x-tc-version': version,
      ...(account.region !== '' && { 'x-tc-region': account.region }),
      ...(clientRequestId !== undefined && { 'x-client-request-id': clientRequestId }),
    },
    body,
  });
  const response = asObject(parseObject(answer.body)?.Response);
  const error = asObject(response?.Error);
  if (error) throw refusalFor(asText(error.Code) ?? '', asText(error.Message) ?? '');
  if (answer.status >= 300) throw refusalOf(answer, '');
  if (!response) throw new OutcomeUnknown('the upstream gave no answer that can be read');
  return response;
}

interface Credential {
  secretId: string;
  secretKey: string;
  subAppId: number;
}

/** `SECRET_ID:SECRET_KEY:SUB_APP_ID`. */
function readCredential({ key = '' }: Account): Credential {
  const [, secretId = '', secretKey = '', subAppId = ''] = /^([^:]+):([^:]+):(\d{1,15})$/.exec(key) ?? [];
  if (secretId === '')
    throw new Refusal('credential', 'The credential is not SECRET_ID:SECRET_KEY:SUB_APP_ID.');
  return { secretId, secretKey, subAppId: Number(subAppId) };
}
