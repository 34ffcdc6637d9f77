import { anthropic } from './anthropic.ts';
import { ark } from './ark.ts';
import { azureOpenai } from './azure-openai.ts';
import { bedrock } from './bedrock.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { Upstream } from './upstream.ts';
import { vertex } from './vertex.ts';

export const upstreams: readonly Upstream[] = [
  anthropic,
  ark,
  azureOpenai,
  bedrock,
  gemini,
  openai,
  openaiCompatible,
  vertex,
];

const byName = new Map(upstreams.map((upstream) => [upstream.name, upstream]));

export function findUpstream(provider: string): Upstream | undefined {
  return byName.get(provider);
}
