import type { Drilled } from '../drill-process.ts';

export async function runRotate(_say: (line: string) => void): Promise<Drilled> {
  throw new Error('later');
}
