export function readStartTime(pid: number): string | undefined;
export function readStat(pid: number): { state: string; parentPid: number; startTime: string };
