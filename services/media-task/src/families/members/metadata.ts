import type { Fields } from '../fields.ts';
import { refuse, show } from '../refuse.ts';

/** What a price depends on, or where answers go: members beside metadata say it, or nobody does. */
const forbidden = [
  'model',
  'duration',
  'seconds',
  'resolution',
  'size',
  'n',
  'callback_url',
  'webhook',
  'service_tier',
];

/**
 * The members of `metadata` that a family knows. Others are left out; those that could change what was priced are
 * refused.
 */
export function readMetadata(fields: Fields, known: readonly string[]): Fields {
  const { metadata } = fields;
  if (metadata === undefined || metadata === null) return {};
  if (typeof metadata !== 'object' || Array.isArray(metadata)) {
    refuse('metadata', `metadata is ${show(metadata)}; it must be an object.`);
  }
  const entries = Object.entries(metadata);
  const wrong = entries.find(([name]) => forbidden.includes(name) || name.startsWith('notify'));
  if (wrong) {
    const [name] = wrong;
    refuse(
      `metadata.${name}`,
      `metadata.${name} is not taken: what a price depends on stands beside metadata.`,
    );
  }
  return Object.fromEntries(entries.filter(([name]) => known.includes(name)));
}
