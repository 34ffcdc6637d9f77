import type { Candidate } from '../catalog/catalog.ts';
import { refuse } from '../families/refuse.ts';
import type { Reference, Source, Wish } from '../families/wish.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { RequestFiles } from './reference-files.ts';

/**
 * The wish with its references as the first candidate takes them, and the candidates that take them so: another form is
 * not made for a channel that may never be asked (see `planSuited`).
 */
export async function suitReferences(
  wish: Wish,
  candidates: readonly Candidate[],
  files: RequestFiles,
): Promise<{ wish: Wish; candidates: readonly Candidate[] }> {
  const references = await Promise.all(
    wish.references.map(async (reference) => ({
      ...reference,
      source: await toForm(reference, formFor(candidates[0], reference), files),
    })),
  );
  return {
    wish: { ...wish, references },
    candidates: candidates.filter((candidate) =>
      references.every((reference) => fits(reference.source, formFor(candidate, reference))),
    ),
  };
}

type Form = 'bytes' | 'addresses' | undefined;

function formFor(candidate: Candidate | undefined, reference: Reference): Form {
  return candidate && findUpstream(candidate.channel.provider)?.formOf?.(reference);
}

function fits(source: Source, form: Form): boolean {
  if (form === undefined) return true;
  return form === 'bytes' ? 'bytes' in source : 'url' in source;
}

async function toForm(reference: Reference, form: Form, files: RequestFiles): Promise<Source> {
  const { source, param = 'input_reference' } = reference;
  if (fits(source, form)) return source;
  if ('asset' in source) refuse(param, `${param} is a file of another vendor's: this model cannot read it.`);
  return 'url' in source ? files.bring(reference, source.url) : files.publish(reference, source);
}
