import type { CanonRequest } from '../../../canon/request.ts';

/** Whether the model must call, whatever it makes of the question. */
export function isForced({ tools, toolChoice }: Pick<CanonRequest, 'tools' | 'toolChoice'>): boolean {
  return tools.length > 0 && (toolChoice?.kind === 'any' || toolChoice?.kind === 'tool');
}
