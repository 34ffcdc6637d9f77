import { extname } from 'node:path';
import type { RequestHandler } from 'express';

/** The endings that `build/precompress.ts` gives to the files that it makes, best first. */
const endings = { br: '.br', gzip: '.gz' } as const;

/** Serves the compressed twin of a file where there is one and the client takes it. */
export function chooseCompressed(files: ReadonlySet<string>): RequestHandler {
  return (request, response, next) => {
    const name = request.path.slice(1);
    const encodings = (['br', 'gzip'] as const).filter((encoding) => files.has(name + endings[encoding]));
    if (encodings.length === 0) return next();
    response.vary('accept-encoding');
    const encoding = encodings.find((candidate) => request.acceptsEncodings(candidate) === candidate);
    if (encoding === undefined) return next();
    response.set('content-encoding', encoding).type(extname(name));
    request.url = `/${name}${endings[encoding]}`;
    next();
  };
}
