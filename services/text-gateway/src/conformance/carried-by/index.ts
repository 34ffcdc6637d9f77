import type { CarriedBy } from '../carried.ts';
import { carried as chatCompletions } from './chat-completions.ts';
import { carried as generateContent } from './generate-content.ts';
import { carried as messages } from './messages.ts';
import { carried as responses } from './responses.ts';

export const carriedBy: CarriedBy = {
  'chat-completions': chatCompletions,
  'generate-content': generateContent,
  messages,
  responses,
};
