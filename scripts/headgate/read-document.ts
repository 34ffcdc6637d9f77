import { type Document, LineCounter, parseDocument, visit } from 'yaml';
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
  const document = parseDocument(yaml, { lineCounter: lines });
  if (document.errors.length > 0) throw new DocumentError(document.errors.map(sayWhere));
  const problems = replaceReferences(document, lines, env);
  if (problems.length > 0) throw new DocumentError(problems);
  return document.toJS();
}

function sayWhere({
  message,
  linePos,
}: {
  message: string;
  linePos?: [{ line: number }, ...unknown[]];
}): string {
  // The rest of the message quotes the file, which may hold secrets.
  const [words = message] = message.split(' at line ');
  return linePos ? `line ${linePos[0].line}: ${words}` : words;
}

function replaceReferences(document: Document.Parsed, lines: LineCounter, env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  visit(document, {
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
