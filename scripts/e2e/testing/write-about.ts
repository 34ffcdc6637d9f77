import type { Session } from './session.ts';

const about = `This gateway is run by those who answer at help@example.com.

What it serves is at https://example.com/${'models-of-a-name-that-is-longer-than-most/'.repeat(3)}`;

/** Has root say what the installation is, in a text with a word that is wider than a phone. */
export async function writeAbout({ put }: Pick<Session, 'put'>): Promise<void> {
  await put('/api/option', { key: 'about', value: about });
}
