import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Rule, SourceFile, SourceTree } from './source-tree.ts';

/** What every package may import besides itself, Node and the npm packages that it declares. */
const sharedPackages = ['@headgate/proto', '@headgate/runtime'];

/** A service imports itself, `@headgate/proto`, `@headgate/runtime` and npm: nothing else is shared. */
export const importBoundaries: Rule = (tree) => {
  return tree.sources.flatMap((source) => {
    if (source.packageDir === '') return [];
    const declared = declaredPackages(tree, source);
    return source.imports.flatMap((name) => problemOf(source, name, declared) ?? []);
  });
};

function problemOf(source: SourceFile, name: string, declared: ReadonlySet<string>): string | undefined {
  if (isOfPages(source) && /^(?:node:|@headgate\/)|\/server\//.test(name)) {
    return `${source.path} imports ${name}: pages run in browsers, and know the system by its public API alone`;
  }
  if (name.startsWith('node:')) return undefined;
  if (name.startsWith('.')) {
    const target = normalize(join(dirname(source.path), name));
    if (target.startsWith(`${source.packageDir}/`)) return undefined;
    return `${source.path} reaches out of its package to ${name}: copy what it needs, or move it to runtime`;
  }
  const packageName = name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  if (packageName.startsWith('@headgate/') && !sharedPackages.includes(packageName)) {
    return `${source.path} imports ${packageName}: services share only proto and runtime`;
  }
  if (source.packageDir === 'services/runtime' && packageName === '@headgate/runtime') {
    return `${source.path} imports its own package by name: use a relative path`;
  }
  if (!declared.has(packageName))
    return `${source.path} imports ${packageName}, which its package.json lacks`;
  return undefined;
}

/** What a browser runs is built beforehand: nothing that it imports is there when the console is served. */
function isBuilt({ path }: SourceFile): boolean {
  return path.startsWith('services/console/') && !path.startsWith('services/console/src/server/');
}

function isOfPages(source: SourceFile): boolean {
  return isBuilt(source) && !source.isTest && source.path.startsWith('services/console/src/');
}

function declaredPackages({ root }: SourceTree, source: SourceFile): ReadonlySet<string> {
  const { packageDir, isTest } = source;
  const manifest: { dependencies?: object; devDependencies?: object } = JSON.parse(
    readFileSync(join(root, packageDir, 'package.json'), 'utf8'),
  );
  const production = Object.keys(manifest.dependencies ?? {});
  const isScript = packageDir === 'scripts' || packageDir === 'proto';
  return new Set(
    isTest || isScript || isBuilt(source)
      ? [...production, ...Object.keys(manifest.devDependencies ?? {})]
      : production,
  );
}

interface Confined {
  what: string;
  pattern: RegExp;
  /** Where it is at home, as a prefix of the path. */
  home: readonly string[];
}

/** HTTP leaves the system in few places (design decision 13); the environment is read in one per service. */
const confined: readonly Confined[] = [
  {
    what: 'an HTTP client (fetch, undici, http.request)',
    pattern: /\bfetch\(|from 'undici'|\bhttps?\.request\(/,
    home: [
      'services/runtime/src/outbound/',
      'services/runtime/src/webhooks/',
      'services/text-gateway/src/fetch-media/',
      'services/media-task/src/call/',
      'services/media-task/src/store/',
      'services/text-gateway/src/upstream-call/',
      'services/sandbox/',
      'services/console/src/api/client.ts',
      'services/ingress/src/processes/ask-process.ts',
      'scripts/',
    ],
  },
  {
    what: 'http-proxy-middleware',
    pattern: /from 'http-proxy-middleware'/,
    home: ['services/ingress/src/forward/http/to-http.ts', 'scripts/tidy/'],
  },
  {
    what: 'process.env',
    pattern: /\bprocess\.env\b/,
    home: [
      'services/runtime/src/lifecycle.ts',
      'services/runtime/src/testing/',
      'services/console/vite.config.ts',
      'scripts/',
    ],
  },
];

export const confinedCode: Rule = ({ sources }) => {
  const code = sources.filter(({ isTest }) => !isTest);
  return code.flatMap((source) => {
    const isEntry = /\/(?:main|worker|migrate|config)\.ts$/.test(source.path);
    return confined
      .filter(({ pattern, home, what }) => {
        const isAtHome = home.some((prefix) => source.path.startsWith(prefix));
        return !isAtHome && !(isEntry && what === 'process.env') && pattern.test(source.text);
      })
      .map(({ what, home }) => `${source.path} uses ${what}: that belongs in ${home.join(', ')}`);
  });
};
