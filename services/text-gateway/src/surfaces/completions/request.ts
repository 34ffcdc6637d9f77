/** Reads what the gateway must know of a legacy completion. Source: OpenAI API reference, "Create completion (legacy)". */
import { readCount, readStreamOptions } from '../../dialects/chat-completions/request.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { refuseOtherModels } from '../../dialects/refuse-other-models.ts';
import { invalid, optionalFlag } from '../../json/read.ts';
import { readScanned, scanBody } from '../../json/scan-body.ts';
import { splice } from '../../json/splice.ts';
import { countNumbers } from '../json/count-numbers.ts';
import { sizeBesideTokens } from '../json/size-beside-tokens.ts';

const noImages = { within: '', parts: [], begins: [] };
const maxChoices = 128;

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const scanned = scanBody(body, noImages);
  const read = (name: string): unknown => readScanned(body, scanned, name);
  const model = read('model');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'you must provide a model');
  const prompt = read('prompt');
  const prompts = countPrompts(prompt);
  const tokens = countNumbers(prompt);
  const stream = optionalFlag(read('stream'), 'stream') ?? false;
  refuseOtherModels(body, scanned);
  const streamOptions = readStreamOptions(body, scanned, stream);
  const answers = readCount(body, scanned, 'n', maxChoices) ?? 1;
  // All that are drawn cost, whether they are shown or not.
  const drawn = Math.max(answers, readCount(body, scanned, 'best_of', maxChoices) ?? 1);
  return {
    body,
    model,
    stream,
    tokens,
    size: {
      ...sizeBesideTokens({ textBytes: body.length, imageParts: 0 }, scanned.members.get('prompt'), tokens),
      choices: prompts * drawn,
      // 0 asks for nothing but the prompt said back.
      maxOutput: read('max_tokens') === 0 ? 0 : readCount(body, scanned, 'max_tokens'),
    },
    passTo(target) {
      const edits = new Map<string, string>();
      if (target.model !== model) edits.set('model', JSON.stringify(target.model));
      const dropUsage = stream && target.usageOnRequest && streamOptions?.include_usage !== true;
      if (dropUsage) edits.set('stream_options', JSON.stringify({ ...streamOptions, include_usage: true }));
      return { body: splice(body, scanned, edits), dropUsage };
    },
  };
}

/** A text or a list of token numbers is one prompt; a list of either is as many. */
function countPrompts(prompt: unknown): number {
  const isList = Array.isArray(prompt) && prompt.length > 0;
  if ((typeof prompt !== 'string' || prompt === '') && !isList)
    throw invalid('prompt', 'you must provide a prompt');
  return isList && typeof prompt[0] !== 'number' ? prompt.length : 1;
}
