/** A request that a program could make, as text to copy. */
export interface SampleRequest {
  kind: 'chat' | 'image' | 'video';
  body: Record<string, unknown>;
}

export interface Sample {
  language: string;
  text: string;
}

const calls = {
  chat: { path: '/v1/chat/completions', method: 'chat.completions.create' },
  image: { path: '/v1/images/generations', method: 'images.generate' },
  video: { path: '/v1/videos', method: 'videos.create' },
} as const;

/** The lengths of films that the SDK has a type for; models of others have others. */
const typedSeconds: readonly unknown[] = ['4', '8', '12', undefined];

/**
 * The request in the shell, in Python and in TypeScript, with the clients that programs use.
 * @param key the text of a key, or a placeholder
 */
export function samplesOf(request: SampleRequest, origin: string, key: string): Sample[] {
  return [
    { language: 'curl', text: inShell(request, origin, key) },
    { language: 'Python', text: inPython(request, origin, key) },
    { language: 'TypeScript', text: inTypeScript(request, origin, key) },
  ];
}

function inShell({ kind, body }: SampleRequest, origin: string, key: string): string {
  return `curl ${origin}${calls[kind].path} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${toJson(body).replaceAll("'", "'\\''")}'`;
}

function inPython(request: SampleRequest, origin: string, key: string): string {
  const call = `client.${calls[request.kind].method}(**${toPython(request.body)})`;
  return `from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key="${key}")
${
  isStreamed(request)
    ? `stream = ${call}
for chunk in stream:
    for choice in chunk.choices:
        print(choice.delta.content or "", end="")`
    : `answer = ${call}
print(answer)`
}`;
}

function inTypeScript(request: SampleRequest, origin: string, key: string): string {
  const call = `await client.${calls[request.kind].method}(${toTypeScript(request)})`;
  return `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: '${key}' });
${
  isStreamed(request)
    ? `const stream = ${call};
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`
    : `const answer = ${call};
console.log(answer);`
}`;
}

function isStreamed({ kind, body }: SampleRequest): boolean {
  return kind === 'chat' && body.stream === true;
}

function toJson(body: SampleRequest['body']): string {
  return JSON.stringify(body, undefined, 2);
}

function toTypeScript({ kind, body }: SampleRequest): string {
  if (kind !== 'video' || typedSeconds.includes(body.seconds)) return toJson(body);
  return toJson(body).replace(
    /^ {2}"seconds":/m,
    '  // @ts-expect-error The types know the lengths of one vendor alone.\n$&',
  );
}

/** A JSON value as Python writes it. JSON's text is Python's as well. */
export function toPython(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + toPython(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${toPython(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0 ? open + close : `${open}\n${lines.join(',\n')},\n${indent}${close}`;
}
