/** Chat completions requests that can be read, and get no answer all the same. */

const messages = '"messages":[{"role":"user","content":"hi"}]';
const good = `"model":"gpt-4o-mini",${messages}`;

/** What only the upstream understands, and refuses. */
export const refusedUpstream: Record<string, string> = {
  'a temperature that is no number': `{${good},"temperature":"hot"}`,
  'a top_p out of range': `{${good},"top_p":2}`,
  'messages that are no messages': '{"model":"gpt-4o-mini","messages":[5]}',
  'no messages at all': '{"model":"gpt-4o-mini","messages":[]}',
  'tools that are no list': `{${good},"tools":"x"}`,
  'an unknown response format': `{${good},"response_format":{"type":"x"}}`,
  'a stop that is a number': `{${good},"stop":5}`,
};

/** Names of models that nobody serves, down to what is no text. */
export const unknownModels = [
  'nobody',
  '\\ud800',
  '\\u0000',
  '../..',
  '\\ud83d\\ude00'.repeat(150),
  'm'.repeat(5_000),
];

export function requestFor(model: string): string {
  return `{"model":"${model}",${messages}}`;
}
