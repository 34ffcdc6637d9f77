import type { Usage } from '../answer/meter.ts';
import type { Delta } from '../answer/produce.ts';
import { type AnswerIdentity, completionId } from '../chat-completions/identity.ts';
import { createRendering as createChatRendering } from '../chat-completions/rendering.ts';
import { usageJson } from '../chat-completions/usage.ts';
import type { Frame, Rendering } from '../exchange/exchange.ts';
import { sseFrame } from '../exchange/sse.ts';

/** Writes one answer as legacy completions. `usage` is null for an answer without. */
export function createRendering(
  identity: AnswerIdentity,
  usage: (() => Usage) | null,
  includesUsage: boolean,
): Rendering {
  return {
    ...createChatRendering(identity, usage, includesUsage),
    frames: (deltas) => streamFrames(deltas, identity, includesUsage ? usage : null),
    body: (deltas) => wholeBody(deltas, identity, usage),
    withoutUsage: () => createRendering(identity, null, includesUsage),
  };
}

function headOf(identity: AnswerIdentity) {
  const id = completionId(identity).replace('chatcmpl', 'cmpl');
  return { id, object: 'text_completion', created: identity.created, model: identity.model };
}

function* streamFrames(
  deltas: Iterable<Delta>,
  identity: AnswerIdentity,
  usage: (() => Usage) | null,
): Generator<Frame> {
  const head = headOf(identity);
  const counts = usage ? { usage: null } : {};
  for (const delta of deltas) {
    const { type } = delta;
    if (type !== 'content' && type !== 'finish') continue;
    const text = type === 'content' ? delta.text : '';
    const reason = type === 'finish' ? delta.reason : null;
    const choice = { text, index: delta.choice, logprobs: null, finish_reason: reason };
    const json = JSON.stringify({ ...head, choices: [choice], ...counts });
    yield { type: type === 'content' ? 'piece' : 'finish', text: sseFrame(null, json), deltas: [delta] };
  }
  if (usage) {
    const json = JSON.stringify({ ...head, choices: [], usage: JSON.parse(usageJson(usage())) });
    yield { type: 'usage', text: sseFrame(null, json), deltas: [] };
  }
  yield { type: 'done', text: sseFrame(null, '[DONE]'), deltas: [] };
}

function wholeBody(deltas: Delta[], identity: AnswerIdentity, usage: (() => Usage) | null): string {
  const finishes = deltas.filter((delta) => delta.type === 'finish');
  const choices = finishes.map(({ choice, reason }) => {
    const said = deltas.map((delta) =>
      delta.type === 'content' && delta.choice === choice ? delta.text : '',
    );
    return { text: said.join(''), index: choice, logprobs: null, finish_reason: reason };
  });
  return JSON.stringify({
    ...headOf(identity),
    choices: choices.sort((one, other) => one.index - other.index),
    ...(usage && { usage: JSON.parse(usageJson(usage())) }),
  });
}
