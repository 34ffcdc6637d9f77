/** Open tasks, as old as tasks of a busy ten minutes are, that workers poll: how late are they looked at? */
export interface PollLagLane {
  name: string;
  tasks: number;
}

export const pollLagLanes: readonly PollLagLane[] = [
  { name: 'poll lag of 100 open tasks', tasks: 100 },
  { name: 'poll lag of 500 open tasks', tasks: 500 },
  { name: 'poll lag of 5,000 open tasks', tasks: 5_000 },
];
