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

/**
 * The request in the shell, in Python and in TypeScript, with the clients that programs use.
 * @param key the text of a key, or a placeholder
 */
export function samplesOf({ kind, body }: SampleRequest, origin: string, key: string): Sample[] {
  const { path, method } = calls[kind];
  const json = JSON.stringify(body, undefined, 2);
  return [
    {
      language: 'curl',
      text: `curl ${origin}${path} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${json.replaceAll("'", "'\\''")}'`,
    },
    {
      language: 'Python',
      text: `from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key="${key}")
${kind === 'chat' && body.stream === true ? `stream = client.${method}(**${toPython(body)})\nfor chunk in stream:\n    for choice in chunk.choices:\n        print(choice.delta.content or "", end="")` : `answer = client.${method}(**${toPython(body)})\nprint(answer)`}`,
    },
    {
      language: 'TypeScript',
      text: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: '${key}' });
${kind === 'chat' && body.stream === true ? `const stream = await client.${method}(${json});\nfor await (const chunk of stream) {\n  process.stdout.write(chunk.choices[0]?.delta.content ?? '');\n}` : `const answer = await client.${method}(${json});\nconsole.log(answer);`}`,
    },
  ];
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
