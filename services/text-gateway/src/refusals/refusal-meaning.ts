import { isRecord, recordsIn } from '../json/read.ts';
import { type Refusal, textOf } from './refusal.ts';

/**
 * What a refusal speaks of where it is not the request as such:
 * - `account`: our credential is no good, or our account has nothing left, is locked, or asks from the wrong place.
 * - `beyond-account`: the request needs more than our account may use in a minute. Another account may serve it, and this one never
 *   does, however long it is left alone.
 * - `unverified`: our account may not ask for this of a model that serves it otherwise.
 * - `model`: our credential may not use this model.
 * - `reference`: what the client refers to is gone, out of reach or another account's.
 * - `unfit`: what the client sent was stopped by a filter, or is more than the model takes there, whichever our credential.
 * - `unread-seal`: reasoning that another organisation's key had sealed, to which the request may have to go back.
 */
export type Meaning =
  | 'account'
  | 'beyond-account'
  | 'unverified'
  | 'model'
  | 'reference'
  | 'unfit'
  | 'unread-seal';

/** Where a refusal says something. `word`: in its code or in its type; `reason`: in one of the details, `metadata`: by the name of a member. */
type Place = 'code' | 'type' | 'word' | 'param' | 'message' | 'detailCode' | 'reason' | 'metadata';

/** Words by which vendors say it: all of them have to be there. A client's words, which some repeat, never begin a message. */
type Sign = { means: Meaning; statuses?: readonly number[] } & Partial<Record<Place, RegExp>>;

const refused = [401, 402, 403];

const signs: readonly Sign[] = [
  // OpenAI's images, with 400, of an account that has spent what it may; Alibaba; Groq of one that it has locked.
  { means: 'account', code: /^(?:billing_hard_limit_reached|Arrearage|organization_restricted)$/ },
  // With 429 OpenAI, Zhipu, Moonshot and MiniMax, which is not to be waited for.
  { means: 'account', word: /^(?:insufficient_quota|billing_not_active|1113)$/ },
  { means: 'account', word: /^(?:exceeded_current_quota_error|insufficient_balance_error)$/ },
  // xAI and Google have no words of their own for it.
  { means: 'account', message: /^Your team \S+ has either used all available credits/ },
  { means: 'account', message: /^Your (?:billing account|project) has exceeded its monthly spending cap/ },
  { means: 'account', message: /^Your prepayment credits are depleted/ },
  // With 400 xAI of a bad key, and Google, under codes that other bad requests have.
  { means: 'account', message: /^Incorrect API key provided/ },
  { means: 'account', message: /^User location is not supported/ },
  { means: 'account', message: /^Gemini API free tier is not available/ },
  { means: 'account', reason: /^(?:API_KEY_INVALID|API_KEY_SERVICE_BLOCKED|ACCESS_TOKEN_EXPIRED)$/ },
  // Anthropic, with 400, in `details`, or in nothing but words, which have stood for years. Source: its SDK, and the issues of Claude Code.
  { means: 'account', detailCode: /^(?:organization_on_hold|(?:contract|enforced)_spend_limit_reached)$/ },
  {
    means: 'account',
    type: /^invalid_request_error$/,
    message:
      /^(?:Your credit balance is too low|You have reached your specified API usage limits|This organization has been disabled)/,
  },
  // OpenAI, with 429, and Groq, with 413.
  { means: 'beyond-account', code: /^rate_limit_exceeded$/, message: /^Request too large / },
  // OpenAI of an organisation that is not verified: streams of some models, and summaries, which conversions ask for too.
  {
    means: 'unverified',
    message: /^Your organization must be verified to (?:stream this model|generate reasoning summaries)/,
  },
  // OpenAI has no code for an organisation that is not verified, and AWS none at all.
  { means: 'model', statuses: refused, code: /^model_(?:not_found|permission_blocked)/ },
  { means: 'model', statuses: refused, message: /^Your organization must be verified to use the model/ },
  {
    means: 'model',
    statuses: refused,
    message: /^(?:You don't have access to the model|Model access is denied)/,
  },
  // An item of an answer that was not stored; others may speak of the model. Anthropic names no member.
  {
    means: 'reference',
    statuses: [404],
    param: /^(?:conversation|input|messages|previous_response_id|prompt)(?![a-z_])/,
  },
  { means: 'reference', statuses: [404], message: /^File not found: file_/ },
  // OpenRouter, where nobody behind it takes images, tools or an option; of a model that it does not know it says it in other words.
  { means: 'unfit', statuses: [404], message: /^No endpoints found that (?:support|can handle) / },
  // OpenAI, of a server of the client's own whose tools it cannot read.
  { means: 'reference', statuses: [424], type: /^external_connector_error$/ },
  // With 403, which anybody could have a credential left alone by: Google.
  {
    means: 'reference',
    statuses: [403],
    message: /^(?:You do not have permission to access the File|CachedContent not found)/,
  },
  // Likewise OpenRouter and xAI, of a prompt that was flagged; xAI charges a fee for each time that it is sent.
  { means: 'unfit', statuses: [403], metadata: /^flagged_input$/ },
  { means: 'unfit', statuses: [403], message: /^Content violates usage guidelines/ },
  // OpenAI and Azure.
  { means: 'unread-seal', code: /^invalid_encrypted_content$/ },
];

/** @param status absent of what is said within a session. */
export function meaningOf(refusal: Refusal | undefined, status?: number): Meaning | undefined {
  if (!refusal) return undefined;
  const said = saidIn(refusal);
  const isMet = ({ means, statuses, ...words }: Sign): boolean => {
    if (statuses && (status === undefined || !statuses.includes(status))) return false;
    return Object.entries(words).every(([place, word]) =>
      said[place]?.some((value) => word.test(textOf(value) ?? '')),
    );
  };
  return signs.find(isMet)?.means;
}

function saidIn(refusal: Refusal): Record<string, readonly unknown[]> {
  const { code, type, param, message, details, metadata } = refusal;
  return {
    code: [code],
    type: [type],
    word: [code, type],
    param: [param],
    message: [message],
    detailCode: isRecord(details) ? [details.error_code] : [],
    reason: recordsIn(details).map(({ reason }) => reason),
    metadata: isRecord(metadata) ? Object.keys(metadata) : [],
  } satisfies Record<Place, readonly unknown[]>;
}
