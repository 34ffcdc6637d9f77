import type { FinishReason } from '../answer/plan.ts';
import type { Delta } from '../answer/produce.ts';
import { type AnswerIdentity, callId, completionId, systemFingerprint } from './identity.ts';
import { imagePart } from './image-part.ts';

interface Call {
  name: string;
  arguments: string;
}

interface Choice {
  content: string;
  reasoning: string;
  images: object[];
  calls: Call[];
  finish: FinishReason | null;
}

/** The body of a completion that is not streamed. `usage` is JSON; null leaves it out. */
export function wholeBody(deltas: Delta[], identity: AnswerIdentity, usage: string | null): string {
  const choices = collect(deltas).map((choice, index) => choiceBody(choice, index, identity));
  return (
    `{"id":"${completionId(identity)}","object":"chat.completion","created":${identity.created},` +
    `"model":${JSON.stringify(identity.model)},"choices":${JSON.stringify(choices)},` +
    (usage === null ? '' : `"usage":${usage},`) +
    `"service_tier":"${identity.serviceTier ?? 'default'}","system_fingerprint":"${systemFingerprint}"}`
  );
}

function collect(deltas: Delta[]): Choice[] {
  const choices: Choice[] = [];
  for (const delta of deltas) {
    if (delta.type === 'start')
      choices[delta.choice] = { content: '', reasoning: '', images: [], calls: [], finish: null };
    const choice = choices[delta.choice];
    if (choice) add(choice, delta);
  }
  return choices;
}

function add(choice: Choice, delta: Delta): void {
  switch (delta.type) {
    case 'start':
      return;
    case 'content':
      choice.content += delta.text;
      return;
    case 'reasoning':
      choice.reasoning += delta.text;
      return;
    case 'image':
      choice.images.push(imagePart(delta.image));
      return;
    case 'call-start':
      choice.calls.push({ name: delta.name, arguments: '' });
      return;
    case 'call-arguments': {
      const call = choice.calls[delta.call];
      if (call) call.arguments += delta.text;
      return;
    }
    case 'finish':
      choice.finish = delta.reason;
  }
}

function choiceBody(
  { content, reasoning, images, calls, finish }: Choice,
  index: number,
  identity: AnswerIdentity,
): object {
  const message = {
    role: 'assistant',
    content: calls.length > 0 ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call, position) => ({
            id: callId(identity, index, position),
            type: 'function',
            function: call,
          })),
        }),
    refusal: null,
    annotations: [],
  };
  return { index, message, logprobs: null, finish_reason: finish };
}
