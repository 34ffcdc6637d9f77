import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside a bundled program: its sources, and the source and the line there, from 0, of each of its lines; -1 for none. */
interface Lines {
  sources: string[];
  lines: Int32Array;
}

/**
 * Lets stacks name the lines of sources where a program is bundled. What it takes is read when the first stack is looked
 * at: Node's own `--enable-source-maps` reads whole maps when a program starts, which costs more than the start.
 */
export function mapStacks(): void {
  const known = new Map<string, Lines | undefined>();

  function linesOf(url: string): Lines | undefined {
    if (!known.has(url)) known.set(url, readLines(url));
    return known.get(url);
  }

  function describe(call: NodeJS.CallSite): string {
    const [url, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()];
    const text = String(call);
    if (!url?.startsWith('file:') || line === null || column === null) return text;
    const found = linesOf(url);
    const source = found?.sources[found.lines[2 * line - 2] ?? -1];
    if (!found || source === undefined) return text;
    const place = `${source}:${(found.lines[2 * line - 1] ?? 0) + 1}`;
    return text.replace(`${url}:${line}:${column}`, () => place);
  }

  Error.prepareStackTrace = (error, calls) =>
    [describeError(error), ...calls.map((call) => `    at ${describe(call)}`)].join('\n');
}

/** What is not bundled has none. */
function readLines(url: string): Lines | undefined {
  try {
    const read: { sources: string[]; lines: number[] } = JSON.parse(
      readFileSync(`${fileURLToPath(url)}.lines.json`, 'utf8'),
    );
    return { sources: read.sources, lines: Int32Array.from(read.lines) };
  } catch {
    return undefined;
  }
}

/** Also of things that are no errors and were given a stack. */
function describeError(error: unknown): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
