import type { TextBlock } from '../../canon/blocks.ts';
import type { CanonRequest, Turn } from '../../canon/request.ts';
import { joinTurns } from '../../canon/turns.ts';
import {
  compact,
  invalid,
  type JsonRecord,
  optionalText,
  ownProtocolOnly,
  readText,
} from '../../json/read.ts';
import type { RouteFacts } from '../codec.ts';
import { decodeAssistantParts, decodeUserParts } from './decode-blocks.ts';
import { createCallIds } from './request/call-ids.ts';
import { decodeGenerationConfig, knownConfig } from './request/generation-config.ts';
import { joinPieces } from './request/join-pieces.ts';
import { decodeThinking } from './request/thinking.ts';
import { decodeToolConfig, decodeTools } from './request/tools.ts';
import { returnThoughts } from './wire/carried-thoughts.ts';
import { optionalMembers, readList, readMembers } from './wire/members.ts';

/** What the vendor has of a conversation. Anybody else would answer from the beginning. */
const keptByVendor = ['cachedContent', 'continuationToken'];

/** Model and stream are in the path; a stream always says its usage. */
export function decodeRequest(value: unknown, { model, stream }: RouteFacts): CanonRequest {
  const body = readMembers(value, '');
  const { contents, systemInstruction, generationConfig, tools, toolConfig, ...others } = body;
  for (const name of keptByVendor) if (body[name]) throw ownProtocolOnly(name);
  const config = optionalMembers(generationConfig, 'generationConfig') ?? {};
  const extras: JsonRecord = compact({ ...others, model: undefined, ...decodeExtras(config) });
  const turns = decodeContents(contents, extras);
  const { toolChoice, allowed } = decodeToolConfig(toolConfig, extras);
  const declared = decodeTools(tools, extras);
  const reasoning = decodeThinking(config.thinkingConfig, 'generationConfig.thinkingConfig');
  return {
    model,
    instructions: decodeInstructions(systemInstruction),
    turns,
    tools: allowed ? declared.filter(({ name }) => allowed.has(name)) : declared,
    ...(toolChoice && { toolChoice }),
    ...decodeGenerationConfig(config, 'generationConfig'),
    ...(reasoning && { reasoning }),
    stream,
    includeUsage: true,
    extras,
  };
}

function decodeExtras(config: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([name]) => !knownConfig.includes(name))
      .map(([name, option]) => [`generationConfig.${name}`, option]),
  );
}

function decodeInstructions(value: unknown): TextBlock[] {
  const { parts } = optionalMembers(value, 'systemInstruction') ?? {};
  return readList(parts, 'systemInstruction.parts').flatMap((part, at) => {
    const path = `systemInstruction.parts[${at}]`;
    const text = readText(readMembers(part, path).text, `${path}.text`);
    return text === '' ? [] : [{ kind: 'text', text }];
  });
}

function decodeContents(value: unknown, extras: JsonRecord): Turn[] {
  const contents = readList(value, 'contents');
  if (contents.length === 0) throw invalid('contents', 'must hold at least one content');
  const turns: Turn[] = [];
  const context = { ids: createCallIds(), extras };
  for (const [at, one] of contents.entries()) {
    const path = `contents[${at}]`;
    const { role, parts } = readMembers(one, path);
    switch (optionalText(role, `${path}.role`) || 'user') {
      case 'user':
      case 'function':
        turns.push({ from: 'user', blocks: decodeUserParts(parts, `${path}.parts`, context) });
        break;
      case 'model':
        turns.push({
          from: 'assistant',
          blocks: decodeAssistantParts(parts, `${path}.parts`, at, context),
        });
        break;
      default:
        throw invalid(`${path}.role`, 'must be one of user, model');
    }
  }
  return joinTurns(turns).map((turn) =>
    turn.from === 'user' ? turn : { ...turn, blocks: returnThoughts(joinPieces(turn.blocks)) },
  );
}
