/** `generationConfig`, but for `thinkingConfig`. */
import type { Losses } from '../../../canon/losses.ts';
import type { CanonRequest, OutputFormat, Sampling } from '../../../canon/request.ts';
import {
  compact,
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
import { toSubset } from '../schema/to-subset.ts';

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
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'thinkingConfig',
];

function decodeFormat(config: JsonRecord, path: string): OutputFormat | undefined {
  const { responseSchema: subset, responseJsonSchema: schema } = config;
  const mimeType = optionalText(config.responseMimeType, `${path}.responseMimeType`) ?? '';
  if (!['', 'text/plain', 'application/json'].includes(mimeType)) {
    throw ownProtocolOnly(`${path}.responseMimeType`);
  }
  if (schema !== undefined && schema !== null) {
    return { kind: 'schema', schema: readRecord(schema, `${path}.responseJsonSchema`) };
  }
  if (subset !== undefined && subset !== null) {
    return { kind: 'schema', schema: fromSubset(subset, `${path}.responseSchema`) };
  }
  return mimeType === 'application/json' ? { kind: 'json' } : undefined;
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
  return { responseMimeType, responseSchema: toSubset(format.schema) };
}
