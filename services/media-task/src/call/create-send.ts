import { type AccessTokens, createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import { googleHeaders } from '@headgate/runtime/sign-in/google-headers';
import {
  type Send,
  SendError,
  type SendLimits,
  send,
  type VendorAnswer,
  type VendorRequest,
} from './send.ts';
import { sendStream } from './send-stream.ts';
import { traceSend } from './trace-send.ts';

/** No token was to be had: nothing was sent. Its message holds no word of the credential. */
export class SignInError extends SendError {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'no token', false, { cause });
  }
}

/** How vendors are asked: signed in where they want it, with tokens that are kept while they are good. */
export function createSend(limits: SendLimits): Send {
  const tokens = createAccessTokens(() => performance.now());
  return traceSend(async (request) => {
    const { googleKey } = request;
    if (googleKey === undefined) return dispatch(request, limits);
    const answer = await sendSigned(request, googleKey, tokens, limits);
    // Nothing was made of a request whose token had ended, so that it is safe to be sent again.
    if (answer.status !== 401 || tokens.refuse(googleKey) !== 'old') return answer;
    answer.stream?.destroy();
    return sendSigned(request, googleKey, tokens, limits);
  });
}

/** What comes compressed all the same is unpacked by both. */
function dispatch(asked: VendorRequest, limits: SendLimits): Promise<VendorAnswer> {
  const request = { ...asked, headers: { ...asked.headers, 'accept-encoding': 'identity' } };
  return request.isStreamed ? sendStream(request, limits) : send(request, limits);
}

async function sendSigned(
  request: VendorRequest,
  googleKey: string,
  tokens: AccessTokens,
  limits: SendLimits,
): Promise<VendorAnswer> {
  let own: Record<string, string>;
  try {
    own = await googleHeaders(googleKey, tokens, (url, question) =>
      send({ method: 'POST', url: url.href, ...question }, limits),
    );
  } catch (cause) {
    throw new SignInError(cause);
  }
  return dispatch({ ...request, headers: { ...request.headers, ...own } }, limits);
}
