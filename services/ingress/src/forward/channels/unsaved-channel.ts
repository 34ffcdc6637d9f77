import type { UnsavedChannel } from '@headgate/proto/gen/headgate/text/v1/text';

/** Numbers that clients of such APIs know kinds of channels by, with our words for those that list their models. */
const types: Record<number, string> = {
  1: 'openai',
  4: 'openai-compatible',
  8: 'openai-compatible',
  14: 'anthropic',
  20: 'openai-compatible',
  24: 'gemini',
  25: 'openai-compatible',
  40: 'openai-compatible',
  42: 'openai-compatible',
  43: 'openai-compatible',
  48: 'openai-compatible',
};

/** Where and as whom to ask, as a body says it, or what is wrong with it. Of several keys the first is used. */
export function readUnsaved(body: Buffer): UnsavedChannel | string {
  const {
    base_url: baseUrl,
    key,
    type,
    provider: named,
    vendor = '',
    api_version: apiVersion = '',
  } = parse(body);
  const provider = named ?? (typeof type === 'number' ? types[type] : type);
  if (typeof baseUrl !== 'string' || baseUrl === '') return 'base_url is needed: where the upstream is.';
  if (typeof key !== 'string') return 'key is needed: the credential at the upstream.';
  if (provider === undefined && type !== undefined) return 'Channels of this type do not list their models.';
  if (typeof provider !== 'string') return 'provider is needed: the kind of the upstream.';
  if (typeof vendor !== 'string' || typeof apiVersion !== 'string')
    return 'vendor and api_version must be text, or be left out.';
  const [first = ''] = key.split('\n');
  return { baseUrl, key: first.trim(), provider, vendor, apiVersion };
}

function parse(body: Buffer): { [name: string]: unknown } {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
