import type { DocumentedRoute, OpenApiDocument, Verb } from '../openapi/document.ts';
import { type Markup, markup } from './markup.ts';
import { renderRoute } from './render-route.ts';
import { renderSchema } from './render-schema.ts';
import { style } from './style.ts';

interface Row {
  verb: Verb;
  path: string;
  route: DocumentedRoute;
}

/** The document as a page of HTML without scripts. */
export function renderPage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const rows = rowsOf(document);
  const links = tags.map(({ name }) => markup`<li><a href="#${anchorOf(name)}">${name}</a></li>`);
  const sections = tags.map((tag) => renderTag(tag, rows));
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => markup`<h3>${name}</h3>${renderSchema(schema)}`,
  );
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: API</title><style>${{ html: style }}</style></head>
<body><header><h1>${info.title}: API</h1><p>${info.description}</p>
<p>The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI ${document.openapi}).</p>
<nav aria-label="Groups"><ul>${links}<li><a href="#refusals">Refusals</a></li></ul></nav></header>
<main>${sections}<section id="refusals"><h2>Refusals</h2>${shapes}</section></main></body></html>
`;
  return page.html;
}

function rowsOf({ paths }: OpenApiDocument): Row[] {
  const verbs: readonly Verb[] = ['get', 'post', 'put', 'delete'];
  return Object.entries(paths).flatMap(([path, served]) =>
    verbs.flatMap((verb) => {
      const route = served[verb];
      return route ? [{ verb, path, route }] : [];
    }),
  );
}

function renderTag(
  { name, description = '' }: OpenApiDocument['tags'][number],
  rows: readonly Row[],
): Markup {
  const own = rows.filter(({ route }) => route.tags.includes(name));
  const routes = own.map(({ verb, path, route }) => renderRoute(verb, path, route));
  return markup`<section id="${anchorOf(name)}"><h2>${name}</h2><p>${description}</p>${routes}</section>`;
}

function anchorOf(name: string): string {
  return `group-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}
