import { countTokens } from '../answer/count-tokens.ts';
import { invalid } from '../chat-completions/vendor-error.ts';
import { asRecord } from '../json-record.ts';
import { addItem } from './conversation.ts';
import { bytesPerHeardToken } from './count.ts';
import { respond } from './respond.ts';
import { activeId } from './running.ts';
import type { Session } from './session.ts';

/**
 * Takes sound in. Where turns are detected, sound that is not silence begins one, and silence ends it and asks for a
 * response; what is being said at the time is broken off.
 */
export function hear(session: Session, audio: Buffer): void {
  session.audio.push(audio);
  const detection = asRecord(asRecord(asRecord(session.config.audio)?.input)?.turn_detection);
  if (!detection) return;
  const isSilent = audio.every((byte) => byte === 0);
  if (isSilent === !session.isSpeaking) return;
  session.isSpeaking = !isSilent;
  if (session.isSpeaking) {
    session.send('input_audio_buffer.speech_started', { audio_start_ms: 0, item_id: session.newId('item') });
    session.running.get(activeId(session) ?? '')?.cancel('turn_detected');
    return;
  }
  session.send('input_audio_buffer.speech_stopped', { audio_end_ms: 0, item_id: session.newId('item') });
  commitAudio(session);
  if (detection.create_response !== false) respond(session, {});
}

/** Makes what was heard an item of the conversation, and writes it down where that was asked for. */
export function commitAudio(session: Session): void {
  const audio = Buffer.concat(session.audio);
  session.audio = [];
  if (audio.length === 0) {
    session.refuse(invalid('The input audio buffer is empty.', null, 'input_audio_buffer_commit_empty'));
    return;
  }
  const id = session.newId('item');
  session.send('input_audio_buffer.committed', { previous_item_id: null, item_id: id });
  const content = [{ type: 'input_audio', audio: audio.toString('base64'), transcript: null }];
  const item = { id, object: 'realtime.item', type: 'message', status: 'completed', role: 'user', content };
  addItem(session, item);
  const input = asRecord(asRecord(session.config.audio)?.input);
  if (asRecord(input?.transcription)) transcribe(session, id, audio);
}

function transcribe(session: Session, itemId: string, audio: Buffer): void {
  const transcript = `${audio.length} bytes`;
  const audioTokens = Math.ceil(audio.length / bytesPerHeardToken);
  const outputTokens = countTokens(transcript.length);
  session.send('conversation.item.input_audio_transcription.completed', {
    item_id: itemId,
    content_index: 0,
    transcript,
    usage: {
      type: 'tokens',
      total_tokens: audioTokens + outputTokens,
      input_tokens: audioTokens,
      input_token_details: { text_tokens: 0, audio_tokens: audioTokens },
      output_tokens: outputTokens,
    },
  });
}
