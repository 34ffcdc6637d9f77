import { hash } from 'node:crypto';
import type { ReplyEvent } from '../events.ts';
import type { CanonRequest, Turn } from '../request.ts';

/** What a style allows as the name of a tool. */
export interface NameRule {
  first: RegExp;
  rest: RegExp;
  maxLength: number;
}

/** A request whose tools have names that its target allows. */
export interface FittedNames {
  request: CanonRequest;
  /** The names that were changed, with those that the client knows. */
  originals: ReadonlyMap<string, string>;
}

/** Gives tools names that the rule allows, the same each time: a call that comes back on the next turn has its tool. */
export function fitToolNames(request: CanonRequest, rule: NameRule): FittedNames {
  const used = new Set(namesIn(request));
  const fitted = new Map<string, string>();
  for (const name of [...used]) {
    if (isAllowed(name, rule)) continue;
    const allowed = fitName(name, rule, used);
    used.add(allowed);
    fitted.set(name, allowed);
  }
  const originals = new Map([...fitted].map(([original, name]) => [name, original]));
  return { request: fitted.size === 0 ? request : rename(request, fitted), originals };
}

/** The event as the client knows its tools. */
export function withOriginalName(event: ReplyEvent, originals: ReadonlyMap<string, string>): ReplyEvent {
  if (event.kind !== 'block-start' || event.block.kind !== 'tool-call') return event;
  const name = originals.get(event.block.name);
  return name === undefined ? event : { ...event, block: { ...event.block, name } };
}

function namesIn({ tools, turns, toolChoice }: CanonRequest): string[] {
  const called = turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'tool-call' ? [block.name] : [])),
  );
  return [
    ...tools.map(({ name }) => name),
    ...called,
    ...(toolChoice?.kind === 'tool' ? [toolChoice.name] : []),
  ];
}

function isAllowed(name: string, { first, rest, maxLength }: NameRule): boolean {
  return name.length <= maxLength && first.test(name.charAt(0)) && [...name].every((char) => rest.test(char));
}

/** Long enough that names that differ only in what is not allowed stay apart. */
const hashLength = 8;

function fitName(name: string, { first, rest, maxLength }: NameRule, used: ReadonlySet<string>): string {
  const allowed = [...name].map((char) => (rest.test(char) ? char : '_')).join('');
  const begun = first.test(allowed.charAt(0)) ? allowed : `_${allowed}`;
  if (begun.length <= maxLength && !used.has(begun)) return begun;
  const end = `_${hash('sha256', name).slice(0, hashLength)}`;
  return begun.slice(0, maxLength - end.length) + end;
}

function rename(request: CanonRequest, fitted: ReadonlyMap<string, string>): CanonRequest {
  const nameOf = (name: string): string => fitted.get(name) ?? name;
  const { toolChoice } = request;
  return {
    ...request,
    tools: request.tools.map((tool) => ({ ...tool, name: nameOf(tool.name) })),
    turns: request.turns.map((turn) => renameIn(turn, nameOf)),
    ...(toolChoice?.kind === 'tool' && { toolChoice: { ...toolChoice, name: nameOf(toolChoice.name) } }),
  };
}

function renameIn(turn: Turn, nameOf: (name: string) => string): Turn {
  if (turn.from === 'user') return turn;
  const blocks = turn.blocks.map((block) =>
    block.kind === 'tool-call' ? { ...block, name: nameOf(block.name) } : block,
  );
  return { ...turn, blocks };
}
