import type { ModelTraits } from '../dialects/chat-completions/model-traits.ts';
import type { PathCall } from '../upstreams/upstream.ts';
import type { Vendor } from './vendor.ts';
import { vendors } from './vendors.ts';

const none: Vendor = {
  name: '',
  hosts: [],
  // What few of them offer is theirs to refuse: a channel's models say what it is there for.
  paths: [
    ['chat-completions', () => '/chat/completions'],
    ['embeddings', () => '/embeddings'],
    ['image-generations', () => '/images/generations'],
    ['image-edits', () => '/images/edits'],
    ['moderations', () => '/moderations'],
    ['rerank', () => '/rerank'],
    ['speech', () => '/audio/speech'],
    ['transcriptions', () => '/audio/transcriptions'],
    ['translations', () => '/audio/translations'],
  ],
  usageOnRequest: true,
  traits: {},
};

/** Catalogs are immutable: what was worked out of a channel holds for as long as it is there. */
const known = new WeakMap<PathCall['channel'], Vendor>();

/** The service behind a channel: as it says itself, or by where it is. */
export function findVendor(channel: PathCall['channel']): Vendor {
  const found = known.get(channel);
  if (found) return found;
  const vendor = workOut(channel);
  known.set(channel, vendor);
  return vendor;
}

function workOut({ vendor, baseUrl }: PathCall['channel']): Vendor {
  if (vendor !== '') return vendors.find(({ name }) => name === vendor) ?? none;
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return vendors.find(({ hosts }) => hosts.some((own) => host === own || host.endsWith(`.${own}`))) ?? none;
}

/** What the service takes of a model. */
export function vendorTraits(
  { traits, models = [], usageOnRequest }: Vendor,
  model: string,
): Partial<ModelTraits> {
  const own = models.find(([pattern]) => pattern.test(model))?.[1];
  return { takesStreamOptions: usageOnRequest, ...traits, ...own };
}
