/** Source: OpenAI API reference, "Compact a response". */
import type { ClientRequest } from '../../dialects/passage.ts';
import { inputImages } from '../../dialects/responses/request.ts';
import { nonEmptyText } from '../../json/non-empty-text.ts';
import { openBody } from '../json/open-body.ts';

/** What is compacted may lie with the vendor alone. Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const { request, read, content } = openBody(body, '', inputImages);
  return {
    ...request,
    stream: false,
    size: { ...content, choices: 1, maxOutput: undefined },
    continues: nonEmptyText(read('previous_response_id')),
    promptKey: nonEmptyText(read('prompt_cache_key')),
  };
}
