/**
 * Reads `model_prices_and_context_window.json`, the community's table of prices: dollars per token, second, image,
 * character and search, mostly in scientific notation. Every number is read as it is written, never as a float.
 */
import { isRecord } from '@headgate/runtime/is-record';
import { DocumentError } from '../document/read-document.ts';
import { multiplyExactly, multiplyTexts } from './decimal.ts';
import { multipliedTiers, type PriceFile, pricedTiers } from './price-file.ts';

const perMillion = 1_000_000n;
const perThousand = 1_000n;
const perMinute = 60n;

/** Members of a row, with the member of a price that each becomes. They may also stand with the suffix of a tier. */
const tokenMembers = {
  input_cost_per_token: 'input',
  cache_read_input_token_cost: 'cache_read',
  cache_creation_input_token_cost: 'cache_write',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h',
  output_cost_per_token: 'output',
  output_cost_per_reasoning_token: 'reasoning',
  input_cost_per_audio_token: 'audio_input',
  input_cost_per_image_token: 'image_input',
  output_cost_per_audio_token: 'audio_output',
};

/** What a member costs as much as where nothing is said of it. */
const nearestMembers: Record<string, string> = {
  cache_read_input_token_cost: 'input_cost_per_token',
  cache_creation_input_token_cost: 'input_cost_per_token',
  cache_creation_input_token_cost_above_1hr: 'cache_creation_input_token_cost',
  output_cost_per_reasoning_token: 'output_cost_per_token',
  input_cost_per_audio_token: 'input_cost_per_token',
  input_cost_per_image_token: 'input_cost_per_token',
  output_cost_per_audio_token: 'output_cost_per_token',
};

/** Rows of other modes mention such members too, for what they do beside. */
const modeMembers: Record<string, readonly [member: string, path: readonly string[], factor: bigint][]> = {
  image_generation: [
    ['output_cost_per_image', ['image'], 1n],
    ['output_cost_per_image_token', ['image_output'], perMillion],
  ],
  audio_transcription: [['input_cost_per_second', ['minute', 'input'], perMinute]],
  // Seconds of sound that is made are counted by nobody.
  audio_speech: [['input_cost_per_character', ['character'], perMillion]],
  rerank: [['input_cost_per_query', ['call'], 1n]],
};

/** A second of video; the name may end with the resolution that costs so much. */
const secondMember = /^output_cost_per(?:_video_per)?_second(?:_(\d{1,4}[pk]))?$/;

/** A number as the file writes it. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function readLitellm(text: string): PriceFile {
  const table = parse(text);
  const file: PriceFile = { models: {}, skipped: {} };
  for (const [name, row] of Object.entries(table)) {
    if (name === 'sample_spec' || !isRecord(row)) continue;
    addRow(file, name, row);
    // Its tiers have the same members: they would be left out for what it is, line after line.
    if (!Object.hasOwn(file.models, name)) continue;
    const atTiers = [
      ...pricedTiers.map((tier) => [tier, rowAt(row, tier)] as const),
      ...multipliedTiers.map((tier) => [tier, multipliedRow(row, tier.split('+'))] as const),
    ];
    for (const [tier, atTier] of atTiers) if (atTier) addRow(file, `${name}@${tier}`, atTier);
  }
  return file;
}

function addRow(file: PriceFile, name: string, row: Row): void {
  try {
    const price = readRow(row);
    if (Object.keys(price).some((member) => member !== 'tools')) file.models[name] = { price };
    else file.skipped[name] = 'it has no price that can be billed';
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    file.skipped[name] = error.message;
  }
}

/**
 * The row as it is at a service tier: what it says of the tier stands in place of what it says otherwise. A class that costs
 * as much as its nearest one does so there too, unless something is said of it. Undefined where nothing is said of the tier.
 */
function rowAt(row: Row, tier: string): Row | undefined {
  const suffix = `_${tier}`;
  const own = Object.entries(row).flatMap(([member, value]) =>
    member.endsWith(suffix) && value instanceof Written ? [[member.slice(0, -suffix.length), value]] : [],
  );
  if (own.length === 0) return undefined;
  const kept = Object.entries(row).filter(([member, value]) => {
    const nearest = row[nearestMembers[member] ?? ''];
    return !(value instanceof Written && nearest instanceof Written && value.text === nearest.text);
  });
  return Object.fromEntries([...kept, ...own]);
}

/** The row with the prices of its tokens times the factor of each of these words. Undefined where one of them has none. */
function multipliedRow(row: Row, words: readonly string[]): Row | undefined {
  const factors = isRecord(row.provider_specific_entry) ? row.provider_specific_entry : {};
  let multiplied = row;
  for (const word of words) {
    const factor = factors[word];
    if (!(factor instanceof Written)) return undefined;
    multiplied = Object.fromEntries(
      Object.entries(multiplied).map(([member, value]) => {
        if (!(value instanceof Written && isOfTokens(member))) return [member, value];
        return [
          member,
          new Written(multiplyTexts(value.text, factor.text) ?? `${value.text} times ${factor.text}`),
        ];
      }),
    );
  }
  return multiplied;
}

function isOfTokens(member: string): boolean {
  return Object.hasOwn(tokenMembers, member.replace(/_above_\d{1,6}k_tokens$/, ''));
}

function parse(text: string): Record<string, unknown> {
  try {
    const table: unknown = JSON.parse(text, keepWritten);
    if (isRecord(table)) return table;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DocumentError(['it is no JSON object']);
}

/** A value by its text where it is a number. The types of the language do not know the context yet. */
function keepWritten(_key: string, value: unknown, context?: { source?: string }): unknown {
  const text = context?.source;
  return typeof value === 'number' && text !== undefined ? new Written(text) : value;
}

class Unwritable extends Error {}

type Row = Record<string, unknown>;

function readRow(row: Row): Record<string, unknown> {
  const price: Record<string, unknown> = readRates(row, '');
  const tiers = tiersOf(row).map((thousands) => ({
    above: thousands * 1_000,
    ...readRates(row, `_above_${thousands}k_tokens`),
  }));
  if (tiers.length > 0) price.tiers = tiers;
  for (const [member, path, factor] of modeMembers[String(row.mode)] ?? []) {
    const value = read(row, member, factor);
    if (value !== undefined) put(price, path, value);
  }
  // The image is one of the usual size; larger ones have more tokens.
  if (price.image_output !== undefined) delete price.image;
  if (row.mode === 'video_generation') readSeconds(row, price);
  const tools = readTools(row);
  if (Object.keys(tools).length > 0) price.tools = tools;
  return price;
}

function readRates(row: Row, suffix: string): Record<string, string> {
  const rates = Object.entries(tokenMembers).flatMap(([member, name]) => {
    const value = read(row, member + suffix, perMillion);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(rates);
}

function tiersOf(row: Row): number[] {
  const found = Object.keys(row).flatMap((member) => {
    const [, thousands] = /^(?:in|out)put_cost_per_token_above_(\d{1,6})k_tokens$/.exec(member) ?? [];
    return thousands === undefined ? [] : [Number(thousands)];
  });
  return [...new Set(found)].sort((one, other) => one - other);
}

function readSeconds(row: Row, price: Record<string, unknown>): void {
  for (const member of Object.keys(row)) {
    const [found, resolution = ''] = secondMember.exec(member) ?? [];
    const value = found === undefined ? undefined : read(row, member, 1n);
    if (value !== undefined) put(price, ['second', resolution], value);
  }
}

/** One price of a search for each size of context: the middle one is what the API does unless it is told otherwise. */
function readTools(row: Row): Record<string, string> {
  const sizes = isRecord(row.search_context_cost_per_query) ? row.search_context_cost_per_query : {};
  const search = read(sizes, 'search_context_size_medium', perThousand);
  const files = read(row, 'file_search_cost_per_1k_calls', 1n);
  const isGoogle = /^(?:gemini|vertex_ai)/.test(String(row.litellm_provider));
  return {
    ...(search !== undefined && { [isGoogle ? 'google_search' : 'web_search']: search }),
    ...(files !== undefined && { file_search: files }),
  };
}

function read(row: Row, member: string, factor: bigint): string | undefined {
  const value = row[member];
  if (!(value instanceof Written)) return undefined;
  const exact = multiplyExactly(value.text, factor);
  if (exact === undefined) throw new Unwritable(`${member} ${value.text} is no price of at most nine places`);
  return exact;
}

function put(price: Record<string, unknown>, [first = '', second]: readonly string[], value: string): void {
  if (second === undefined) price[first] = value;
  else price[first] = { ...(isRecord(price[first]) ? price[first] : {}), [second]: value };
}
