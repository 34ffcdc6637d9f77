import { FaultError } from '@headgate/runtime/errors';
import type { Context } from '../../context.ts';
import { answerError } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { DownloadAnswer } from './to-http.ts';

/** What becomes of a file that a service sends, or of its refusal. */
export function answerDownload(context: Context, exchange: Exchange): DownloadAnswer {
  return {
    onBegin() {
      exchange.cut = () => exchange.response.destroy();
    },
    onRefused(refusal, cause) {
      answerError(context, exchange, new FaultError(refusal, { cause }));
    },
  };
}
