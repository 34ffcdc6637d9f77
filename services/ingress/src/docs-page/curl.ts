import type { DocumentedRoute, Verb } from '../openapi/document.ts';
import { sampleOf } from './sample.ts';

/** How the route is asked in a shell, with the key or the personal token in a variable. */
export function curlOf(verb: Verb, path: string, route: DocumentedRoute): string {
  const query = (route.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema)))}`)
    .join('&');
  const url = `"$HEADGATE_URL${path}${query === '' ? '' : `?${query}`}"`;
  const lines = [
    `curl ${verb === 'get' ? '' : `-X ${verb.toUpperCase()} `}${url}`,
    ...proofOf(route),
    ...bodyOf(route),
  ];
  return lines.join(' \\\n  ');
}

function proofOf({ security }: DocumentedRoute): string[] {
  const accepted = new Set(security.flatMap((scheme) => Object.keys(scheme)));
  if (accepted.has('bearer')) return ['-H "Authorization: Bearer $HEADGATE_KEY"'];
  return accepted.has('personalToken') ? ['-H "Authorization: $HEADGATE_ACCESS_TOKEN"'] : [];
}

function bodyOf({ requestBody }: DocumentedRoute): string[] {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
  if (json) {
    const text = JSON.stringify(sampleOf(json.schema)).replaceAll("'", "'\\''");
    return ['-H "Content-Type: application/json"', `-d '${text}'`];
  }
  if (form) return (form.schema.required ?? []).map((name) => `-F ${name}=@${name}`);
  return requestBody ? ['--data-binary @file'] : [];
}
