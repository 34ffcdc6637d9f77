import { countPrompt } from '../answer/plan-answer.ts';
import { answerFreely } from '../exchange/answer-freely.ts';
import type { Route } from '../routes.ts';
import { authorize } from './authorize.ts';
import { vendorHeaders } from './identity.ts';
import { readRequest } from './read-request.ts';
import { errorBody } from './vendor-error.ts';

/** `POST /v1/messages/count_tokens`. */
export const serveTokenCount: Route = (context, request, response) =>
  answerFreely(context, request, response, (incoming, identity) => {
    const error = authorize(incoming.headers);
    const read = error ? { type: 'refused' as const, error } : readRequest(incoming, true);
    const sent = vendorHeaders(identity);
    if (read.type === 'refused') {
      return { status: read.error.status, body: errorBody(read.error, identity), headers: sent };
    }
    const body = JSON.stringify({ input_tokens: countPrompt(read.value.question) });
    return { status: 200, body, headers: sent };
  });
