import { type DialectName, dialectNames } from '../canon/dialect-name.ts';
import type { Cell } from './cell.ts';

/** What vendors and their users call the dialects. */
export const titles: Record<DialectName, string> = {
  'chat-completions': 'chat completions',
  responses: 'responses',
  messages: 'messages',
  'generate-content': 'generateContent',
};

export function nameOf({ client, upstream }: Pick<Cell, 'client' | 'upstream'>): string {
  return `${titles[client]} over ${titles[upstream]}`;
}

/** How many cases each cell has: requests that are written, answers that come back whole and as a stream. */
export interface CaseCount {
  requests: number;
  answers: number;
}

/** The matrix as a table: clients downwards, the dialects that upstreams are called in across. */
export function describeMatrix(countOf: (cell: Pick<Cell, 'client' | 'upstream'>) => CaseCount): string[] {
  const cellOf = (client: DialectName, upstream: DialectName): string => {
    const { requests, answers } = countOf({ client, upstream });
    return `${requests} + ${answers}`;
  };
  return [
    row(['Client speaks', ...dialectNames.map((name) => `over ${titles[name]}`)]),
    row(['', ...dialectNames].map(() => '---')),
    ...dialectNames.map((client) =>
      row([titles[client], ...dialectNames.map((upstream) => cellOf(client, upstream))]),
    ),
  ];
}

export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
