import type { Losses } from '../../../canon/losses.ts';
import type { Tool } from '../../../canon/request.ts';
import { isRecord, type JsonRecord } from '../../../json/read.ts';

/** Members that hold a schema, a list of schemas or schemas by name. */
const single = ['items'];
const lists = ['anyOf'];
const named = ['properties', '$defs', 'definitions'];
/** Deeper than the vendor takes. */
const maxDepth = 64;

/**
 * The tool, strict only where OpenAI would not refuse it for that: each object must name all of its members, and demand each
 * of them. Others enforce schemas with members that may be left out.
 */
export function holdStrict(tool: Tool, losses: Losses): Tool {
  if (!tool.strict || isEnforceable(tool.schema ?? {}, 0)) return tool;
  losses.drop('strict');
  return { ...tool, strict: undefined };
}

function isEnforceable(schema: JsonRecord, depth: number): boolean {
  if (depth > maxDepth) return false;
  const inner = [
    ...single.map((name) => schema[name]),
    ...lists.flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : [])),
    ...named.flatMap((name) => (isRecord(schema[name]) ? Object.values(schema[name]) : [])),
  ].filter(isRecord);
  return demandsAll(schema) && inner.every((one) => isEnforceable(one, depth + 1));
}

function demandsAll({ type, properties, required, additionalProperties }: JsonRecord): boolean {
  if (type !== 'object' && !isRecord(properties)) return true;
  const demanded = new Set<unknown>(Array.isArray(required) ? required : []);
  const names = isRecord(properties) ? Object.keys(properties) : [];
  return additionalProperties === false && names.every((name) => demanded.has(name));
}
