import { bytesPerMs, bytesPerSaidToken } from './count.ts';
import { announceItem, concludeItem, membersOf, type OutputItem, type OutputPlace } from './output-item.ts';
import type { Session } from './session.ts';

const saidToken = Buffer.alloc(bytesPerSaidToken).toString('base64');

/** Says a message in text, or in sound beside its transcript. */
export function openMessage(session: Session, place: OutputPlace, isAudio: boolean): OutputItem {
  const item = { id: session.newId('item'), object: 'realtime.item', type: 'message', role: 'assistant' };
  const members = { ...membersOf(place), item_id: item.id, content_index: 0 };
  let text = '';
  let pieces = 0;
  announceItem(session, place, { ...item, status: 'in_progress', content: [] });
  session.send('response.content_part.added', { ...members, part: partOf('') });

  function partOf(words: string) {
    return isAudio ? { type: 'audio', transcript: words } : { type: 'text', text: words };
  }

  function contentOf() {
    const audioMs = (pieces * bytesPerSaidToken) / bytesPerMs;
    return isAudio ? { type: 'output_audio', transcript: text, audioMs } : { type: 'output_text', text };
  }

  return {
    say(piece) {
      text += piece;
      pieces += 1;
      if (isAudio) {
        session.send('response.output_audio_transcript.delta', { ...members, delta: piece });
        session.send('response.output_audio.delta', { ...members, delta: saidToken });
      } else {
        session.send('response.output_text.delta', { ...members, delta: piece });
      }
    },
    end(status) {
      if (isAudio) {
        session.send('response.output_audio.done', members);
        session.send('response.output_audio_transcript.done', { ...members, transcript: text });
      } else {
        session.send('response.output_text.done', { ...members, text });
      }
      session.send('response.content_part.done', { ...members, part: partOf(text) });
      const whole = { ...item, status, content: [contentOf()] };
      concludeItem(session, place, whole);
      return whole;
    },
  };
}
