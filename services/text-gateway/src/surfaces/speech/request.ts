/** Source: OpenAI API reference, "Create speech". */
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { fromTotals } from '../../canon/usage.ts';
import { secondsToSay } from '../../counting/seconds-to-say.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { invalid, optionalText } from '../../json/read.ts';
import { openBody } from '../json/open-body.ts';

/** The specification's own. */
const defaultModel = 'tts-1';

/** Throws a FaultError 400 that names the member at fault. */
export function readRequest(body: Buffer): ClientRequest {
  const { request, read, content } = openBody(body, defaultModel);
  const input = read('input');
  if (typeof input !== 'string' || input === '') throw invalid('input', 'you must provide an input');
  const characters = [...input].length;
  const sound = Math.ceil(secondsToSay(input) * soundTokensPerSecond);
  const metered = [{ unit: MeteredUnit.CHARACTER, variant: '', quantity: BigInt(characters) }];
  return {
    ...request,
    stream: optionalText(read('stream_format'), 'stream_format') === 'sse',
    // Where nothing is counted by the upstream, characters are: never more than there are bytes.
    size: {
      textBytes: 0,
      otherTokens: content.textBytes,
      imageParts: 0,
      choices: 1,
      maxOutput: undefined,
      metered,
    },
    estimate: { ...fromTotals({ input: characters, output: sound, outputAudio: sound }), metered },
  };
}

/** As OpenAI counts. */
const soundTokensPerSecond = 20;
