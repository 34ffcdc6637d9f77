import { codec as chatCompletions } from './chat-completions/codec.ts';
import type { Codec } from './codec.ts';
import { codec as generateContent } from './generate-content/codec.ts';
import { codec as messages } from './messages/codec.ts';
import { codec as responses } from './responses/codec.ts';

/** All dialects that requests and answers are converted between. */
export const codecs: readonly Codec[] = [chatCompletions, generateContent, messages, responses];
