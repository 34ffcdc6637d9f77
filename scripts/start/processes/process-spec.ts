/** How a process of the system is started and stopped. */
export interface ProcessSpec {
  /** `ledger-0`, `postgres`: names it on the terminal. */
  name: string;
  command: string;
  args: string[];
  directory: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  stopSignal: NodeJS.Signals;
  /** How long it may take to stop; then it is killed. 15 seconds unless set. */
  stopDeadlineMs?: number;
  /** The user it runs as, where that is not ours. */
  runAs?: { uid: number; gid: number };
}
