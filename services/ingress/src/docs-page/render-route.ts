import type { Content, DocumentedParameter, DocumentedRoute, Verb } from '../openapi/document.ts';
import { curlOf } from './curl.ts';
import { type Markup, markup, none } from './markup.ts';
import { renderSchema, typeOf } from './render-schema.ts';

/** One route: a line that opens to all that is known of it. */
export function renderRoute(verb: Verb, path: string, route: DocumentedRoute): Markup {
  const { operationId, summary, description = '', parameters = [], requestBody } = route;
  const head = markup`<summary><b class="${verb}">${verb.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span></summary>`;
  return markup`<details id="${operationId}">${head}
<p>${description} ${proofOf(route)}</p>
${parameters.length > 0 ? renderParameters(parameters) : none}
${requestBody ? markup`<h4>Body</h4>${renderContent(requestBody.content)}` : none}
<h4>Answers</h4><ul>${Object.entries(route.responses).map(renderResponse)}</ul>
<h4>In a shell</h4><pre tabindex="0"><code>${curlOf(verb, path, route)}</code></pre></details>
`;
}

const proofs: Record<string, string> = {
  bearer: 'a key as Bearer token',
  xApiKey: 'a key in x-api-key',
  xGoogApiKey: 'a key in x-goog-api-key',
  queryKey: 'a key in ?key=',
  mjApiSecret: 'a key in mj-api-secret',
  subprotocol: 'a key in a subprotocol',
  session: 'a session',
  personalToken: 'a personal access token',
};

function proofOf({ security }: DocumentedRoute): string {
  const words = security.flatMap((scheme) => Object.keys(scheme).map((name) => proofs[name] ?? name));
  return words.length === 0 ? 'Asks nobody who they are.' : `Takes ${words.join(', or ')}.`;
}

function renderParameters(parameters: readonly DocumentedParameter[]): Markup {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description = '' }) =>
      markup`<li><code>${name}</code> <small>${typeOf(schema)}, in the ${place}</small>${required ? markup` <em>required</em>` : none} <span>${description}</span></li>`,
  );
  return markup`<h4>Parameters</h4><ul>${rows}</ul>`;
}

function renderContent(content: Content): Markup[] {
  return Object.entries(content).map(
    ([type, { schema }]) =>
      markup`<p><code>${type}</code> <small>${typeOf(schema)}</small></p>${renderSchema(schema)}`,
  );
}

function renderResponse([status, response]: [string, DocumentedRoute['responses'][string]]): Markup {
  const { description, content = {} } = response;
  const isRefusal = Number(status) >= 400;
  const shapes = isRefusal
    ? markup` <small>${Object.values(content).map(({ schema }) => shapeOf(schema))}</small>`
    : markup`${renderContent(content)}`;
  return markup`<li><b>${status}</b> ${description}${shapes}</li>`;
}

function shapeOf(schema: Content[string]['schema']): Markup {
  return markup`${(schema.anyOf ?? [schema]).map(typeOf).join(' or ')}`;
}
