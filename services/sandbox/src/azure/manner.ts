import { invalid, refused, type VendorError } from '../chat-completions/vendor-error.ts';
import type { Checked, Incoming } from '../exchange/dialect.ts';
import type { Manner } from '../exchange/manner.ts';
import { asRecord, type JsonRecord, parseJson } from '../json-record.ts';
import { queryOf } from '../query-of.ts';

/** Azure's way with the dialects of OpenAI. Source: Azure OpenAI REST reference, recorded streams. */
export const azureManner: Manner<VendorError> = {
  receive(incoming) {
    const error = authorize(incoming) ?? checkVersion(incoming.path);
    return error ? refused(error) : addressModel(incoming);
  },
  write: addFilterResults,
};

/** Its chat completions begin with what its filters say of the prompt, in a chunk that belongs to no answer yet. */
export const azureChatManner: Manner<VendorError> = {
  ...azureManner,
  opening: {
    choices: [],
    created: 0,
    id: '',
    model: '',
    object: '',
    prompt_filter_results: [{ prompt_index: 0, content_filter_results: filterResults() }],
  },
};

function authorize({ headers }: Incoming): VendorError | null {
  const key = headers['api-key'];
  if (typeof key === 'string' && key !== '' && !key.startsWith('bad')) return null;
  const message =
    'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an ' +
    'active subscription and use a correct regional API endpoint for your resource.';
  return { status: 401, message, type: 'invalid_request_error', param: null, code: '401' };
}

/** Outside of `v1` every call names the version of the API by its date; within it a date is none. */
function checkVersion(path: string): VendorError | null {
  const version = queryOf(path).get('api-version') ?? '';
  const isDate = /^\d{4}-\d{2}-\d{2}(?:-preview)?$/.test(version);
  const isKnown = path.startsWith('/openai/v1/') ? ['', 'preview', 'latest'].includes(version) : isDate;
  if (isKnown) return null;
  return { ...invalid('Resource not found', null, '404'), status: 404 };
}

/** The deployment in the path is what is asked, whatever the body names. */
function addressModel(incoming: Incoming): Checked<Incoming, VendorError> {
  const value = { ...incoming, headers: { ...incoming.headers, authorization: bearerOf(incoming) } };
  const deployment = /^\/openai\/deployments\/([^/]+)\//.exec(incoming.path)?.[1];
  const body = asRecord(parseJson(incoming.bytes.toString()));
  if (!body) return { type: 'ok', value };
  const model = deployment === undefined ? body.model : decodeURIComponent(deployment);
  if (String(model).startsWith('unknown-')) return refused(noDeployment);
  return { type: 'ok', value: { ...value, bytes: Buffer.from(JSON.stringify({ ...body, model })) } };
}

const noDeployment: VendorError = {
  status: 404,
  message: 'The API deployment for this resource does not exist.',
  type: 'invalid_request_error',
  param: null,
  code: 'DeploymentNotFound',
};

function bearerOf({ headers }: Incoming): string {
  return `Bearer ${headers['api-key']}`;
}

function addFilterResults(json: JsonRecord): JsonRecord {
  if (!Array.isArray(json.choices)) return json;
  const choices = json.choices.map((choice: object) => ({
    ...choice,
    content_filter_results: filterResults(),
  }));
  return { ...json, choices };
}

function filterResults(): JsonRecord {
  const passed = { filtered: false, severity: 'safe' };
  return { hate: passed, self_harm: passed, sexual: passed, violence: passed };
}
