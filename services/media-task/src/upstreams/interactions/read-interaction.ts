import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asObject, asText, type Json } from '../../call/json.ts';
import type { FailCode } from '../../task/failure.ts';
import type { Media } from '../../task/task.ts';
import { downloadOf, filesKeptMs } from '../google/ask.ts';
import { readTokens } from '../read-tokens.ts';
import type { FoundBytes, Report } from '../upstream.ts';

/** Ends that are told without an error. */
const ends: Record<string, { code: FailCode; message: string } | undefined> = {
  budget_exceeded: { code: 'upstream_unavailable', message: 'The upstream has no budget left for it.' },
  cancelled: { code: 'cancelled', message: 'The task was cancelled.' },
  incomplete: { code: 'upstream_timeout', message: 'The upstream stopped before it was done.' },
  requires_action: { code: 'internal_error', message: 'The upstream waits for what nobody can give.' },
  requires_continuation: { code: 'internal_error', message: 'The upstream waits for what nobody can give.' },
};

/** Opens a film that stands in an interaction: the bytes of its `data`, behind so many others of that name. */
export type OpenInline = (skip: number) => FoundBytes['bytes'];

/** How an interaction stands. */
export function readInteraction(interaction: Json, asked: Usage, open: OpenInline): Report {
  const status = asText(interaction.status) ?? '';
  switch (status) {
    case 'queued':
      return { kind: 'queued' };
    case 'in_progress':
      return { kind: 'running' };
    case 'completed':
      return {
        kind: 'succeeded',
        result: { media: mediaIn(interaction, open) },
        ...usageIn(interaction, asked),
      };
    case 'failed':
      return readFailure(interaction);
    default: {
      const end = ends[status];
      return end ? { kind: 'failed', ...end } : { kind: 'unknown', literal: status };
    }
  }
}

function readFailure(interaction: Json): Report {
  const [first] = listIn(interaction, 'errors');
  const error = asObject(first) ?? asObject(interaction.error);
  const code = asText(error?.code) ?? '';
  const isRefused = /policy|safety|blocked/i.test(code);
  return {
    kind: 'failed',
    code: isRefused ? 'content_policy_violation' : 'internal_error',
    message: asText(error?.message) ?? '',
  };
}

/** The film stands among what the model said last, or beside it: as an address, or with all its bytes. */
function mediaIn(interaction: Json, open: OpenInline): (Media | FoundBytes)[] {
  const said = listIn(interaction, 'steps')
    .map((step) => asObject(step) ?? {})
    .filter(({ type }) => type === 'model_output')
    .flatMap((step) => listIn(step, 'content'));
  const film = [...said, interaction.output_video]
    .map((part) => asObject(part) ?? {})
    .findLast(({ type = 'video', uri, data }) => type === 'video' && (asText(uri) ?? asText(data)));
  if (!film) return [];
  const uri = asText(film.uri);
  if (uri !== undefined)
    return [{ kind: 'video', url: downloadOf(uri), expiresAt: Date.now() + filesKeptMs }];
  return [{ kind: 'video', type: 'video/mp4', bytes: open(countBefore(interaction, film)) }];
}

/** Members called `data` that stand before that of the film: what the client sent is told again. */
function countBefore(interaction: Json, film: Json): number {
  let count = 0;
  const isBehind = (value: unknown): boolean => {
    if (value === film) return true;
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, member]) => {
      if (name === 'data' && typeof member === 'string') count += 1;
      return isBehind(member);
    });
  };
  isBehind(interaction);
  return count;
}

/** What was made, in tokens of film, or of everything where that is all that is told. */
function usageIn({ usage }: Json, asked: Usage): { usage?: Usage } {
  const told = asObject(usage) ?? {};
  const films = listIn(told, 'output_tokens_by_modality').flatMap((entry) => {
    const { modality, tokens } = asObject(entry) ?? {};
    return modality === 'video' ? (readTokens(tokens) ?? []) : [];
  });
  const output =
    films.length > 0 ? films.reduce((sum, tokens) => sum + tokens, 0n) : readTokens(told.total_output_tokens);
  if (output === undefined) return {};
  return {
    usage: { ...asked, inputFresh: readTokens(told.total_input_tokens) ?? 0n, outputVisible: output },
  };
}

function listIn(of: Json, name: string): unknown[] {
  const value = of[name];
  return Array.isArray(value) ? value : [];
}
