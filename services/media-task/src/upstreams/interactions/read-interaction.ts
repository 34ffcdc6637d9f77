import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { asNumber, asObject, asText, type Json } from '../../call/json.ts';
import type { FailCode } from '../../task/failure.ts';
import type { Media } from '../../task/task.ts';
import { downloadOf, filesKeptMs } from '../google/ask.ts';
import type { Report } from '../upstream.ts';

/** Ends that are told without an error. */
const ends: Record<string, { code: FailCode; message: string } | undefined> = {
  budget_exceeded: { code: 'upstream_unavailable', message: 'The upstream has no budget left for it.' },
  cancelled: { code: 'cancelled', message: 'The task was cancelled.' },
  incomplete: { code: 'upstream_timeout', message: 'The upstream stopped before it was done.' },
  requires_action: { code: 'internal_error', message: 'The upstream waits for what nobody can give.' },
  requires_continuation: { code: 'internal_error', message: 'The upstream waits for what nobody can give.' },
};

/** How an interaction stands. */
export function readInteraction(interaction: Json, asked: Usage): Report {
  const status = asText(interaction.status) ?? '';
  switch (status) {
    case 'queued':
      return { kind: 'queued' };
    case 'in_progress':
      return { kind: 'running' };
    case 'completed':
      return { kind: 'succeeded', result: { media: mediaIn(interaction) }, ...usageIn(interaction, asked) };
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

/** The film stands among what the model said last, or beside it. */
function mediaIn(interaction: Json): Media[] {
  const said = listIn(interaction, 'steps').flatMap((step) => listIn(asObject(step) ?? {}, 'content'));
  const films = [...said, ...listIn(interaction, 'outputs'), interaction.output_video].flatMap((part) => {
    const film = asObject(part) ?? {};
    const url = asText(film.uri);
    return url !== undefined && (film.type === undefined || film.type === 'video') ? [url] : [];
  });
  const url = films.at(-1);
  return url === undefined
    ? []
    : [{ kind: 'video', url: downloadOf(url), expiresAt: Date.now() + filesKeptMs }];
}

/** What was made, in tokens of film, or of everything where that is all that is told. */
function usageIn({ usage }: Json, asked: Usage): { usage?: Usage } {
  const told = asObject(usage) ?? {};
  const films = listIn(told, 'output_tokens_by_modality').flatMap((entry) => {
    const { modality, tokens } = asObject(entry) ?? {};
    return modality === 'video' ? (asNumber(tokens) ?? []) : [];
  });
  const output =
    films.length > 0 ? films.reduce((sum, tokens) => sum + tokens, 0) : asNumber(told.total_output_tokens);
  if (output === undefined) return {};
  const input = asNumber(told.total_input_tokens) ?? 0;
  return {
    usage: { ...asked, inputFresh: BigInt(Math.round(input)), outputVisible: BigInt(Math.round(output)) },
  };
}

function listIn(of: Json, name: string): unknown[] {
  const value = of[name];
  return Array.isArray(value) ? value : [];
}
