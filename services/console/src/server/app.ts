import { randomBytes } from 'node:crypto';
import type { ProcessIdentity } from '@headgate/runtime/process/identify-process';
import express, { type Express, type RequestHandler } from 'express';
import type { Pages } from './pages.ts';
import { chooseCompressed } from './precompressed.ts';
import { pageHeaders } from './security-headers.ts';

/** Below this path lies everything; `paths.ts` and the build know it as well. */
const base = '/console';

/** What the build writes where a nonce belongs. */
export const noncePlaceholder = '__CSP_NONCE__';

/** The console over HTTP: one page for every path, and the files that it loads. */
export function createApp(pages: Pages, identity: ProcessIdentity): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use((_request, response, next) => {
    response.set(pageHeaders());
    next();
  });
  app.get('/status', sendStatus(identity));
  // The file itself has no nonce yet: its styles would be kept out.
  app.get(['/', `${base}/index.html`], (_request, response) => response.redirect(`${base}/`));
  app.use(`${base}/assets`, chooseCompressed(pages.assets), serveAssets(pages));
  app.use(base, serveFiles(pages));
  app.get([base, `${base}/*path`], serveHtml(pages));
  app.use((_request, response) => void response.status(404).type('text').send('There is no such page.\n'));
  return app;
}

/** How this process is, for the ingress: what is public lies below `/console`. */
function sendStatus({ instance, version, startedAtMs }: ProcessIdentity): RequestHandler {
  return (_request, response) => {
    response.set('cache-control', 'no-store').json({
      instance,
      version,
      started_at_ms: Number(startedAtMs),
      resident_memory_bytes: process.memoryUsage.rss(),
    });
  };
}

/** Their names have a hash of what is in them: they never change. */
function serveAssets({ directory }: Pages): RequestHandler[] {
  const options = { index: false, fallthrough: true, immutable: true, maxAge: '1y' } as const;
  return [
    express.static(`${directory}/assets`, options),
    (_request, response) => void response.status(404).type('text').send('There is no such file.\n'),
  ];
}

/** Those with names of their own, as the icon. */
function serveFiles({ directory }: Pages): RequestHandler {
  return express.static(directory, { index: false, redirect: false, maxAge: '1h' });
}

/** Each path of the console is the same page, which reads it. */
function serveHtml({ html }: Pages): RequestHandler {
  return (_request, response) => {
    const nonce = randomBytes(16).toString('base64');
    response
      .set({ ...pageHeaders(nonce), 'cache-control': 'no-cache' })
      .type('html')
      .send(html.replaceAll(noncePlaceholder, nonce));
  };
}
