import { type Document, LineCounter, parseDocument, visit, type YAMLParseError } from 'yaml';
import { resolveReferences } from './resolve-references.ts';

/** A file that cannot be sent, with one line per problem. */
export class DocumentError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads YAML and replaces the environment references in its texts. Throws a DocumentError that names every
 * bad line and every missing variable.
 */
export function readDocument(yaml: string, env: NodeJS.ProcessEnv): unknown {
  const lines = new LineCounter();
  // Warnings quote the file.
  const document = parseDocument(yaml, { lineCounter: lines, logLevel: 'error' });
  if (document.errors.length > 0) throw new DocumentError(document.errors.map(sayWhere));
  const problems = replaceReferences(document, lines, env);
  if (problems.length > 0) throw new DocumentError(problems);
  try {
    return document.toJS();
  } catch {
    throw new DocumentError(['Its aliases cannot be resolved.']);
  }
}

/** Words for what the parser says with a piece of the file in the middle. */
const wordsOf: Partial<Record<YAMLParseError['code'], string>> = {
  BAD_DQ_ESCAPE: 'Invalid escape sequence',
  TAG_RESOLVE_FAILED: 'Unresolved tag',
};

function sayWhere({ code, message, linePos }: YAMLParseError): string {
  // Behind a colon, and behind the place, messages quote the file, which may hold secrets.
  const [said = message] = message.split(/(?<=\S): | at line /, 1);
  const words = wordsOf[code] ?? said;
  return linePos ? `line ${linePos[0].line}: ${words}` : words;
}

function replaceReferences(document: Document.Parsed, lines: LineCounter, env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  visit(document, {
    Alias(_, alias, path) {
      const named = alias.resolve(document);
      const isWithin = path.some((node) => node === named);
      if (named && !isWithin) return;
      const { line } = lines.linePos(alias.range?.[0] ?? 0);
      problems.push(`line ${line}: ${isWithin ? 'An alias within what it stands for' : 'Unresolved alias'}`);
    },
    Scalar(_, scalar) {
      if (typeof scalar.value !== 'string') return;
      const { text, missing } = resolveReferences(scalar.value, env);
      scalar.value = text;
      const { line } = lines.linePos(scalar.range?.[0] ?? 0);
      problems.push(...missing.map((name) => `line ${line}: the environment variable ${name} is not set`));
    },
  });
  return problems;
}
