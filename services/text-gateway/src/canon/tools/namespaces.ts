import type { CanonRequest, Tool } from '../request.ts';

/** What a tool of a namespace is called in the canon, and wherever there are no namespaces. */
export function joinName(namespace: string, name: string): string {
  return `${namespace}.${name}`;
}

/** A tool as its client knows it: by its own name, and that of its namespace if it has one. */
export function splitName(name: string, tools: readonly Tool[]): { name: string; namespace?: string } {
  const namespace = tools.find((tool) => tool.namespace && tool.name === name)?.namespace?.name;
  return namespace === undefined ? { name } : { name: ownName(name, namespace), namespace };
}

/** The tool that a client means by its own name, wherever it stands; the name itself where there is none. */
export function findByOwnName(name: string, tools: readonly Tool[]): string {
  if (tools.some((tool) => !tool.namespace && tool.name === name)) return name;
  const found = tools.find((tool) => tool.namespace && ownNameOf(tool) === name);
  return found?.name ?? name;
}

/** What its client calls a tool, without its namespace. */
export function ownNameOf({ name, namespace }: Tool): string {
  return namespace ? ownName(name, namespace.name) : name;
}

function ownName(name: string, namespace: string): string {
  return name.slice(joinName(namespace, '').length);
}

/** For a model that is told of no namespaces: what one is about stands before what its first tool does. */
export function describeNamespaces(request: CanonRequest): CanonRequest {
  const described = new Set<Tool['namespace']>();
  const tools = request.tools.map((tool) => {
    const { namespace, description } = tool;
    if (!namespace?.description || described.has(namespace)) return tool;
    described.add(namespace);
    const about = `${namespace.name}: ${namespace.description}`;
    return { ...tool, description: description ? `${about}\n\n${description}` : about };
  });
  return described.size === 0 ? request : { ...request, tools };
}
