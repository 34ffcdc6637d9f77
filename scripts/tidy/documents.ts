import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rule } from './source-tree.ts';

const fenced = /^```[\s\S]*?^```/gm;
const linked = /\]\(([^)\s#]+)/g;
/** A whole name, or what stands before its placeholder: `src/pages/` of `src/pages/<name>/`. */
const quoted = /`(?:(\w[\w.@-]*(?:\/[\w.@-]+)*\/?)|((?:\w[\w.@-]*\/)+)[\w.-]*[<*][^`\n]*)`/g;
/** Other names, such as `headgate.yaml` or `audio/mpeg`, may be of anything. */
const isPlace =
  /\/$|\.(?:css|mjs|proto|tsx?)$|\/.*\.(?:env|json|md|ya?ml)$|^(?:deploy|k8s|proto|scripts|services)\//;
/** What each installation has of its own, and what stands for whatever somebody adds. */
const isElsewhere = /\/\.env$|YYYY/;

/**
 * Documents link to places and name places that are there. A name may leave out how its path begins (`canon/request.ts`), a link may
 * not.
 */
export const namedPlaces: Rule = ({ root, paths }) => {
  const places = new Set(paths.flatMap(andFolders));
  const endings = new Set([...places].flatMap(endingsOf));
  return paths
    .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
    .flatMap((document) => {
      const text = readFileSync(join(root, document), 'utf8').replace(fenced, '');
      const links = [...text.matchAll(linked)].map(([, link = '']) => link);
      const names = [...text.matchAll(quoted)].map(([, whole, begun]) => whole ?? begun ?? '');
      return [
        ...links
          .filter((link) => !/^\w+:/.test(link) && !places.has(plain(join(document, '..', link))))
          .map((link) => `${document} links to ${link}, which is not there: correct or remove the link`),
        ...names
          .filter((name) => isPlace.test(name) && !isElsewhere.test(name) && !endings.has(plain(name)))
          .map((name) => `${document} names ${name}, which is not there: correct or remove the name`),
      ];
    });
};

function plain(path: string): string {
  return path.replace(/\/$/, '');
}

/** `a/b.ts`: also `a`. */
function andFolders(path: string): string[] {
  return path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
}

/** `a/b.ts`: also `b.ts`. */
function endingsOf(path: string): string[] {
  return path.split('/').map((_, index, parts) => parts.slice(index).join('/'));
}
