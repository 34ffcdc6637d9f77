import { fault } from '@headgate/proto/faults';
import type { Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { GatewayContext } from '../context.ts';
import { countAsked } from '../counting/count-input.ts';
import { countStyles } from '../counting/count-styles.ts';
import type { Dialect } from '../dialects/index.ts';
import type { Answer } from './answers/answer.ts';
import { answerJson } from './answers/answer-json.ts';
import { accessOf } from './choices/access.ts';
import { findCandidates } from './choices/find-candidates.ts';
import { decodeRequest, readRequest } from './read-request.ts';

/** Says how many tokens a request would be, by the gateway's own count. Asks no upstream and costs nothing. */
export function countTokens(context: GatewayContext, dialect: Dialect, open: Open, answer: Answer): void {
  const style = countStyles[dialect.name];
  if (!style) throw new FaultError(fault('api_not_implemented'));
  const access = accessOf(context, open);
  const facts = { body: style.requestIn(open.body), model: open.model, stream: false, headers: open.headers };
  const request = readRequest(dialect, facts);
  findCandidates(request.model, access);
  const tokens = countAsked(request, () => decodeRequest(dialect, request, facts));
  answerJson(answer, style.answer(tokens));
}
