import { z } from 'zod';
import { defineOpenOperation, type Operation } from '../operations/operation.ts';
import { noInput } from '../operations/words.ts';
import { type OptionName, readOptions } from '../options/options.ts';
import { readStatus, statusView } from './status.ts';

export const siteOperations: Record<string, Operation> = {
  'sites.status': defineOpenOperation({
    summary: 'What a browser needs to know before anybody signs in',
    input: noInput,
    data: statusView,
    run: (context, act) => readStatus(context, act),
  }),
  'sites.notice': showText('notice', 'The notice to everybody'),
  'sites.about': showText('about', 'About this installation'),
  'sites.home-page': showText('home_page_content', 'What the home page says'),
};

function showText(
  option: Extract<OptionName, 'notice' | 'about' | 'home_page_content'>,
  summary: string,
): Operation {
  return defineOpenOperation({
    summary,
    input: noInput,
    data: z.string(),
    run: async ({ knex }) => (await readOptions(knex))[option],
  });
}
