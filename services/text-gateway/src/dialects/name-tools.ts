import type { WireName } from '../canon/dialect-name.ts';
import type { CanonRequest } from '../canon/request.ts';
import { describeNamespaces } from '../canon/tools/namespaces.ts';
import {
  type FittedNames,
  fitToolNames,
  type NameRule,
  withOriginalName,
} from '../canon/tools/tool-names.ts';
import { changeEvents } from './change-events.ts';
import type { UpstreamCodec } from './codec.ts';

const word: NameRule = { first: /[A-Za-z0-9_-]/, rest: /[A-Za-z0-9_-]/, maxLength: 64 };

/** Sources: the API references of OpenAI, Anthropic, Google and Amazon Bedrock, on the names of functions. */
const rules = new Map<WireName, NameRule>([
  ['chat-completions', word],
  ['converse', word],
  ['generate-content', { first: /[A-Za-z_]/, rest: /[A-Za-z0-9_.:-]/, maxLength: 64 }],
  ['messages', { ...word, maxLength: 128 }],
  ['responses', word],
]);

/** The request with names of tools that a style takes. */
export function nameTools(request: CanonRequest, style: WireName): FittedNames {
  const rule = rules.get(style);
  return rule ? fitToolNames(describeNamespaces(request), rule) : { request, originals: new Map() };
}

/** A codec whose answers call tools by the names that the client knows. */
export function namingBack(codec: UpstreamCodec, originals: FittedNames['originals']): UpstreamCodec {
  if (originals.size === 0) return codec;
  return changeEvents(codec, () => (event) => withOriginalName(event, originals));
}
