import type { Candidate } from '../catalog/catalog.ts';
import { refuse } from '../families/refuse.ts';
import type { Reference, Source, Wish } from '../families/wish.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { RequestFiles } from './reference-files.ts';

/**
 * The wish with its references as the first candidate takes them, and the candidates that take them so: another form is
 * not made for a channel that may never be asked.
 */
export async function suitReferences(
  wish: Wish,
  candidates: readonly Candidate[],
  files: RequestFiles,
): Promise<{ wish: Wish; candidates: readonly Candidate[] }> {
  const form = formOf(candidates[0]);
  const references = await Promise.all(
    wish.references.map(async (reference) => ({
      ...reference,
      source: await toForm(reference, form, files),
    })),
  );
  const sources = references.map(({ source }) => source);
  return {
    wish: { ...wish, references },
    candidates: candidates.filter((candidate) => takes(formOf(candidate), sources)),
  };
}

type Form = 'bytes' | 'addresses' | undefined;

function formOf(candidate: Candidate | undefined): Form {
  return candidate && findUpstream(candidate.channel.provider)?.references;
}

function takes(form: Form, sources: readonly Source[]): boolean {
  if (form === undefined) return true;
  return sources.every((source) => (form === 'bytes' ? 'bytes' in source : 'url' in source));
}

async function toForm(reference: Reference, form: Form, files: RequestFiles): Promise<Source> {
  const { source, param = 'input_reference' } = reference;
  if (form === undefined || takes(form, [source])) return source;
  if ('asset' in source) refuse(param, `${param} is a file of another vendor's: this model cannot read it.`);
  if ('url' in source) return files.bring(reference, source.url);
  return files.publish(reference, source);
}
