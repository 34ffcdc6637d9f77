import type { Source } from '../families/wish.ts';
import type { PolledTask } from '../step/polls/poll.ts';
import type { Action } from './actions.ts';
import type { Job } from './job.ts';

/** What a request wants done. */
export interface Step {
  action: Action;
  job: Job;
  /** As the record shows it. */
  prompt: string;
  pictures: Source[];
  description: string;
  /** It is made in high definition, which has a price of its own. */
  isHd?: boolean;
  /** Of ours: the button that was pressed. */
  customId?: string;
  /** What it goes on from, on whose channel and account alone it can. */
  origin?: PolledTask;
}
