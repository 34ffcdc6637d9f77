import { activeSpan, beginSpan } from '@headgate/runtime/tracing/begin-span';
import type { Send } from './send.ts';

/** Records each call to a vendor within the request that it is made for. Polls are made for nobody's request. */
export function traceSend(send: Send): Send {
  return async (request) => {
    if (!activeSpan().context) return send(request);
    const span = beginSpan(request.method, {
      kind: 'client',
      attributes: { 'http.request.method': request.method },
    });
    try {
      const answer = await send(request);
      span.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
      return answer;
    } catch (error) {
      span.fail('unanswered');
      throw error;
    } finally {
      span.end();
    }
  };
}
