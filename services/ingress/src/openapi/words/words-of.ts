import { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Target } from '../../routes/route.ts';
import { channelWords } from './channel-words.ts';
import { ledgerWords } from './ledger-words.ts';
import { mediaWords } from './media-words.ts';
import {
  contentWords,
  documentationWords,
  fileWords,
  healthWords,
  pageWords,
  pictureWords,
  realtimeWords,
  unimplementedWords,
  uploadWords,
} from './other-words.ts';
import { billWords, recordWords, removalWords } from './record-words.ts';
import type { RouteWords } from './route-words.ts';
import { statusWords } from './status-words.ts';
import { taskRecordWords } from './task-record-words.ts';
import { textWords } from './text-words.ts';

/** What account says of itself. */
export type OwnTarget = Exclude<Target, { to: 'operation' }>;

/** What is documented of a row, by what it leads to. A target without words does not compile. */
export function wordsOf(target: OwnTarget): RouteWords {
  switch (target.to) {
    case 'text':
      return textWords(target);
    case 'media':
      if (target.operation === MediaOperation.UNSPECIFIED) throw new Error('A row asks for no operation');
      return mediaWords[target.operation];
    case 'media-content':
      return contentWords;
    case 'picture':
      return pictureWords;
    case 'upload':
      return uploadWords;
    case 'file':
      return fileWords;
    case 'realtime':
      return realtimeWords;
    case 'channels':
      return channelWords[target.action];
    case 'statuses':
      return statusWords[target.view];
    case 'ledger':
      return ledgerWords[target.view];
    case 'records':
      return recordWords(target);
    case 'bill':
      return billWords(target);
    case 'task-records':
      return taskRecordWords(target);
    case 'records-removal':
      return removalWords;
    case 'health':
      return healthWords[target.report];
    case 'page':
      return pageWords;
    case 'documentation':
      return documentationWords[target.as];
    case 'unimplemented':
      return unimplementedWords;
    default:
      return target satisfies never;
  }
}
