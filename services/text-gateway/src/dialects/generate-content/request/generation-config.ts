/** `generationConfig`, but for `thinkingConfig`. */
import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, OutputFormat, Sampling } from '../../../canon/request.ts';
import {
  compact,
  invalid,
  type JsonRecord,
  optionalArray,
  optionalNumber,
  optionalText,
  optionalWhole,
  ownProtocolOnly,
  readRecord,
  readText,
} from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';
import { fromSubset } from '../schema/from-subset.ts';
import { leaveReferencesAlone } from '../schema/lone-references.ts';
import { makeSubsetRoom, toSubset } from '../schema/to-subset.ts';
import { optionalMembers, readList, readMembers } from '../wire/members.ts';

type Config = Pick<CanonRequest, 'sampling' | 'stop' | 'maxOutputTokens' | 'format'>;

const samplingNames = ['temperature', 'topP', 'topK', 'seed', 'presencePenalty', 'frequencyPenalty'] as const;
/** The vendor refuses a sixth. */
const maxStops = 5;

export function decodeGenerationConfig(config: JsonRecord, path: string): Config {
  const sampling: Sampling = Object.fromEntries(
    samplingNames
      .map((name) => [name, optionalNumber(config[name], `${path}.${name}`)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const stops = optionalArray(config.stopSequences, `${path}.stopSequences`) ?? [];
  const candidates = optionalWhole(config.candidateCount, `${path}.candidateCount`) ?? 1;
  if (candidates > 1) throw ownProtocolOnly(`${path}.candidateCount`);
  const modalities = optionalArray(config.responseModalities, `${path}.responseModalities`) ?? [];
  if (modalities.some((word) => String(word).toUpperCase() !== 'TEXT')) {
    throw ownProtocolOnly(`${path}.responseModalities`);
  }
  return {
    sampling,
    stop: stops.map((stop, at) => readText(stop, `${path}.stopSequences[${at}]`)),
    maxOutputTokens: optionalWhole(config.maxOutputTokens, `${path}.maxOutputTokens`),
    format: decodeFormat(config, path),
  };
}

/** Members that have a canonical form, or no meaning for other dialects. */
export const knownConfig: readonly string[] = [
  ...samplingNames,
  'stopSequences',
  'candidateCount',
  'responseModalities',
  'maxOutputTokens',
  'responseFormat',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'thinkingConfig',
];

/** What JSON an answer is to be, in today's form or in the members that it takes the place of. */
function decodeFormat(config: JsonRecord, path: string): OutputFormat | undefined {
  const format = decodeResponseFormat(config.responseFormat, `${path}.responseFormat`);
  return format ?? decodeResponseSchema(config, path);
}

/** A list with a member for each kind of output: only text has a form in other dialects. */
function decodeResponseFormat(value: unknown, path: string): OutputFormat | undefined {
  const texts = readList(value, path).flatMap((one, at) => {
    const { text, ...others } = readMembers(one, `${path}[${at}]`);
    const other = Object.keys(others).find((kind) => others[kind] !== null);
    if (other) throw ownProtocolOnly(`${path}[${at}].${other}`);
    const textPath = `${path}[${at}].text`;
    const members = optionalMembers(text, textPath);
    return members ? [decodeTextFormat(members, textPath)] : [];
  });
  if (texts.length > 1) throw invalid(path, 'must have one format of text');
  return texts[0];
}

function decodeTextFormat({ mimeType, schema }: JsonRecord, path: string): OutputFormat | undefined {
  const isJson = readIsJson(mimeType, `${path}.mimeType`);
  if (schema !== undefined && schema !== null) return enforced(readRecord(schema, `${path}.schema`));
  return isJson ? { kind: 'json' } : undefined;
}

/** The vendor has words of its own for media types in `responseFormat`, and its SDK the IANA's. */
const jsonTypes = ['application/json', 'APPLICATION_JSON'];
const textTypes = ['', 'text/plain', 'TEXT_PLAIN', 'MIME_TYPE_UNSPECIFIED'];

function readIsJson(value: unknown, path: string): boolean {
  const mediaType = optionalText(value, path) ?? '';
  if (!jsonTypes.includes(mediaType) && !textTypes.includes(mediaType)) throw ownProtocolOnly(path);
  return jsonTypes.includes(mediaType);
}

function decodeResponseSchema(config: JsonRecord, path: string): OutputFormat | undefined {
  const { responseSchema: subset, responseJsonSchema: schema } = config;
  const isJson = readIsJson(config.responseMimeType, `${path}.responseMimeType`);
  if (schema !== undefined && schema !== null) {
    return enforced(readRecord(schema, `${path}.responseJsonSchema`));
  }
  if (subset !== undefined && subset !== null) {
    return enforced(fromSubset(subset, `${path}.responseSchema`));
  }
  return isJson ? { kind: 'json' } : undefined;
}

function enforced(schema: JsonRecord): OutputFormat {
  return { kind: 'schema', schema, isEnforced: true };
}

export function encodeGenerationConfig(request: Config, traits: ModelTraits, losses: Losses): JsonRecord {
  const { sampling, stop, maxOutputTokens, format } = request;
  if (stop.length > maxStops) losses.approximate('stop');
  return compact({
    ...encodeSampling(sampling, traits, losses),
    maxOutputTokens,
    stopSequences: stop.length > 0 ? stop.slice(0, maxStops) : undefined,
    ...encodeFormat(format, traits, losses),
  });
}

function encodeSampling(sampling: Sampling, { takesPenalties }: ModelTraits, losses: Losses): JsonRecord {
  const isTaken = (name: (typeof samplingNames)[number], value: number): boolean => {
    if (name === 'seed') return value === (value | 0);
    return takesPenalties || value === 0 || !name.endsWith('Penalty');
  };
  return Object.fromEntries(
    samplingNames.flatMap((name) => {
      const value = sampling[name];
      if (value === undefined) return [];
      if (isTaken(name, value)) return [[name, value]];
      losses.drop(name);
      return [];
    }),
  );
}

function encodeFormat(
  format: OutputFormat | undefined,
  { takesJsonSchema }: ModelTraits,
  losses: Losses,
): JsonRecord {
  if (!format) return {};
  const responseMimeType = 'application/json';
  if (format.kind === 'json') return { responseMimeType };
  for (const name of ['name', 'description', 'strict'] as const) {
    if (format[name] !== undefined) losses.drop(name);
  }
  if (takesJsonSchema) return { responseMimeType, responseJsonSchema: leaveReferencesAlone(format.schema) };
  losses.approximate('schema');
  return { responseMimeType, responseSchema: toSubset(format.schema, makeSubsetRoom()) };
}
