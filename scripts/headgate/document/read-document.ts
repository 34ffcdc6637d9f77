import { type Document, isScalar, LineCounter, type Node, parseDocument, visit, type YAMLError } from 'yaml';
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
  // A name is text: read as a number, 1.10 would be 1.1. Warnings quote the file.
  const document = parseDocument(yaml, { lineCounter: lines, logLevel: 'error', stringKeys: true });
  // Of what it warns of, as an unknown tag, it goes on with something else than was meant.
  const doubts = [...document.errors, ...document.warnings];
  if (doubts.length > 0) throw new DocumentError(doubts.map(sayWhere));
  const problems = [
    ...findTags(document, lines),
    ...replaceReferences(document, lines, env),
    ...findRepeatedNames(document, lines),
  ];
  if (problems.length > 0) throw new DocumentError(problems);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null))
    throw new DocumentError(['It is empty: {} is a file that names nothing.']);
  try {
    return document.toJS();
  } catch {
    throw new DocumentError(['Its aliases cannot be resolved.']);
  }
}

/** Words for what the parser says with a piece of the file in the middle. */
const wordsOf: Partial<Record<YAMLError['code'], string>> = {
  BAD_DIRECTIVE: 'Invalid directive',
  BAD_DQ_ESCAPE: 'Invalid escape sequence',
  MULTIPLE_DOCS: 'A second document begins: a file is one',
  NON_STRING_KEY: 'A name that is no text',
  TAG_RESOLVE_FAILED: 'Unresolved tag',
};

function sayWhere({ code, message, linePos }: YAMLError): string {
  // Behind a colon, and behind the place, messages quote the file, which may hold secrets.
  const [said = message] = message.split(/(?<=\S): | at line /, 1);
  const words = wordsOf[code] ?? said;
  return linePos ? `line ${linePos[0].line}: ${words}` : words;
}

const plainTags = ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map(
  (name) => `tag:yaml.org,2002:${name}`,
);

/** What JSON has nothing for, as sets and dates, which would come out empty. */
function findTags(document: Document.Parsed, lines: LineCounter): string[] {
  const problems: string[] = [];
  visit(document, {
    Value(_, node) {
      if (node.tag !== undefined && !plainTags.includes(node.tag))
        problems.push(`line ${lineOf(node, lines)}: A tag that is not taken here`);
    },
  });
  return problems;
}

function replaceReferences(document: Document.Parsed, lines: LineCounter, env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = [];
  visit(document, {
    Alias(_, alias, path) {
      const named = alias.resolve(document);
      const isWithin = path.some((node) => node === named);
      if (named && !isWithin) return;
      problems.push(
        `line ${lineOf(alias, lines)}: ${isWithin ? 'An alias within what it stands for' : 'Unresolved alias'}`,
      );
    },
    Scalar(_, scalar) {
      if (typeof scalar.value !== 'string') return;
      const { text, problems: found } = resolveReferences(scalar.value, env);
      scalar.value = text;
      problems.push(...found.map((problem) => `line ${lineOf(scalar, lines)}: ${problem}`));
    },
  });
  return problems;
}

/** Names that are the same once references are replaced. The last would win. */
function findRepeatedNames(document: Document.Parsed, lines: LineCounter): string[] {
  const problems: string[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) problems.push(`line ${lineOf(key, lines)}: Map keys must be unique`);
        seen.add(key.value);
      }
    },
  });
  return problems;
}

function lineOf({ range }: Node, lines: LineCounter): number {
  return lines.linePos(range?.[0] ?? 0).line;
}
