import { isRecord } from '@headgate/runtime/is-record';
import { DocumentError, readDocument } from '../document/read-document.ts';
import type { PriceFile } from './price-file.ts';

/** Reads YAML or JSON that names `models` and nothing else, each with its `price`. */
export function readOwn(text: string): PriceFile {
  const document = readDocument(text, {});
  if (!isRecord(document) || !isRecord(document.models)) {
    throw new DocumentError(['it names no models']);
  }
  const others = Object.keys(document).filter((name) => name !== 'models');
  if (others.length > 0) throw new DocumentError([`it names ${others.join(', ')}: only models belong here`]);
  const models = Object.entries(document.models).map(([name, entry]) => {
    if (isRecord(entry) && 'price' in entry) return [name, { ...entry, price: entry.price }] as const;
    throw new DocumentError([`${name} has no price`]);
  });
  return { models: Object.fromEntries(models), skipped: {} };
}
