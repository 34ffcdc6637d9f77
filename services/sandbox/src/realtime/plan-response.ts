import type { Plan } from '../answer/plan.ts';
import { planAnswer } from '../answer/plan-answer.ts';
import type { Message } from '../answer/question.ts';
import { type Checked, invalid, refused, wrongValue } from '../chat-completions/vendor-error.ts';
import type { JsonRecord } from '../json-record.ts';
import { countPrompt, type Prompt, partsOf, promptTokens } from './count.ts';
import { readInput } from './read-input.ts';
import { readTools } from './read-tools.ts';
import type { Session } from './session.ts';

/** All that a response will say, and where. */
export interface PlannedResponse {
  plan: Plan;
  prompt: Prompt;
  isAudio: boolean;
  /** What it says becomes part of the conversation. */
  isInConversation: boolean;
  metadata: unknown;
}

const conversations = ['auto', 'none'];

/** What `options` leave out is as the session has it. */
export function planResponse(session: Session, options: JsonRecord): Checked<PlannedResponse> {
  const { conversation = 'auto', metadata = null } = options;
  if (!conversations.includes(String(conversation)))
    return refused(wrongValue('response.conversation', conversation, conversations));
  const input = readInput(session, options);
  if (input.type === 'refused') return input;
  const settings = { ...session.config, ...options };
  const toolbox = readTools(settings, 'response');
  if (toolbox.type === 'refused') return toolbox;
  const { instructions, max_output_tokens: limit, output_modalities: modalities } = settings;
  const toolBytes = toolbox.value.sizeBytes;
  const prompt = countPrompt({ instructions: String(instructions), toolBytes }, input.value);
  const planned = planAnswer(
    {
      messages: input.value.map(messageOf),
      toolbox: toolbox.value,
      promptTokens: promptTokens(prompt),
      allowsParallelCalls: settings.parallel_tool_calls !== false,
      format: { type: 'text' },
      choices: 1,
      stop: [],
      limitTokens: typeof limit === 'number' ? limit : null,
      reasons: false,
    },
    ['failed', 'filtered'],
  );
  if (planned.type === 'problem') return refused(invalid(planned.message, null, 'invalid_value'));
  return {
    type: 'ok',
    value: {
      plan: { ...planned.plan, reasoning: null },
      prompt,
      isAudio: Array.isArray(modalities) && modalities.includes('audio'),
      isInConversation: conversation === 'auto',
      metadata,
    },
  };
}

function messageOf(item: JsonRecord): Message {
  const callId = typeof item.call_id === 'string' ? item.call_id : null;
  const message = { mediaParts: 0, calls: [], callId: null };
  if (item.type === 'function_call_output')
    return { ...message, role: 'tool', text: String(item.output), callId };
  if (item.type === 'function_call') {
    const call = { id: callId ?? '', name: String(item.name), arguments: String(item.arguments) };
    return { ...message, role: 'assistant', text: '', calls: [call] };
  }
  const role = item.role === 'user' || item.role === 'system' ? item.role : 'assistant';
  return { ...message, role, text: textOf(item) };
}

/** Sound that comes without words is answered as well. */
function textOf(item: JsonRecord): string {
  const texts = partsOf(item).map(({ text }) => (typeof text === 'string' ? text : ''));
  const sounds = partsOf(item).filter(({ audio }) => audio);
  return texts.join('') || (sounds.length > 0 ? `I hear ${sounds.length}` : '');
}
