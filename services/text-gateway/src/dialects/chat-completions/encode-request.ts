import type { Losses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { compact, type JsonRecord } from '../../json/read.ts';
import type { Target } from '../codec.ts';
import { tellOtherForms } from '../tell-other-forms.ts';
import { traitsOf } from './model-traits.ts';
import { encodeFormat } from './options/encode-format.ts';
import { encodeOptions } from './options/encode-options.ts';
import { encodeReasoning } from './options/encode-reasoning.ts';
import { encodeTools } from './tools/encode-tools.ts';
import { encodeMessages } from './turns/encode-turns.ts';

export function encodeRequest(asked: CanonRequest, target: Target, losses: Losses): JsonRecord {
  const traits = traitsOf(target);
  const request = tellOtherForms(asked, losses);
  for (const option of Object.keys(request.extras)) losses.drop(option);
  if (request.modalities) losses.drop('modalities');
  const { format, instructions } = encodeFormat(request, traits, losses);
  const told = { ...request, instructions: [...request.instructions, ...instructions] };
  return compact({
    model: target.model,
    messages: encodeMessages(told, traits, losses),
    ...encodeTools(request, traits, losses),
    response_format: format,
    [traits.bound]: request.maxOutputTokens,
    ...encodeOptions(request, traits, losses),
    ...encodeReasoning(request, traits, losses),
    ...traits.members,
    ...(request.stream && { stream: true }),
    // Usage is what a stream is billed by, whether or not its client wants to see it.
    ...(request.stream && traits.takesStreamOptions && { stream_options: { include_usage: true } }),
  });
}
