import type { Delta } from '../answer/produce.ts';
import type { Frame } from '../exchange/exchange.ts';
import { type AnswerIdentity, callId, completionId, systemFingerprint } from './identity.ts';
import { imagePart } from './image-part.ts';

/**
 * The frames of a streamed completion: role, pieces, finish_reason, the usage if there is to be one, [DONE].
 * `usage` is called when its frame is due. The JSON is put together by hand, since only the text differs.
 */
export function* streamFrames(
  deltas: Iterable<Delta>,
  identity: AnswerIdentity,
  usage: (() => string) | null,
): Generator<Frame> {
  const head =
    `data: {"id":"${completionId(identity)}","object":"chat.completion.chunk","created":${identity.created},` +
    `"model":${JSON.stringify(identity.model)},"service_tier":"${identity.serviceTier ?? 'default'}",` +
    `"system_fingerprint":"${systemFingerprint}","choices":[`;
  const tail = usage ? '],"usage":null}\n\n' : ']}\n\n';
  for (const delta of deltas) {
    const reason = delta.type === 'finish' ? `"${delta.reason}"` : 'null';
    const choice =
      `{"index":${delta.choice},"delta":${deltaJson(delta, identity)},` +
      `"logprobs":null,"finish_reason":${reason}}`;
    const type = delta.type === 'start' || delta.type === 'finish' ? delta.type : 'piece';
    yield { type, text: head + choice + tail, deltas: [delta] };
  }
  if (usage) yield { type: 'usage', text: `${head}],"usage":${usage()}}\n\n`, deltas: [] };
  yield { type: 'done', text: 'data: [DONE]\n\n', deltas: [] };
}

function deltaJson(delta: Delta, identity: AnswerIdentity): string {
  switch (delta.type) {
    case 'start':
      return '{"role":"assistant","content":"","refusal":null}';
    case 'reasoning':
      return `{"reasoning_content":${JSON.stringify(delta.text)}}`;
    case 'content':
      return `{"content":${JSON.stringify(delta.text)}}`;
    case 'call-start': {
      const id = callId(identity, delta.choice, delta.call);
      const target = { name: delta.name, arguments: '' };
      return JSON.stringify({ tool_calls: [{ index: delta.call, id, type: 'function', function: target }] });
    }
    case 'call-arguments':
      return JSON.stringify({ tool_calls: [{ index: delta.call, function: { arguments: delta.text } }] });
    case 'image':
      return JSON.stringify({ content: '', images: [imagePart(delta.image)] });
    case 'finish':
      return '{}';
  }
}
