/** The handbook on the operator's server: staff can read it without internet, in the version of their console. */
import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { personPage } from '../console-page.ts';
import type { PersonInput } from '../console-route.ts';

/** In Swedish for readers of Swedish, in English for all others. */
export async function helpPage(input: PersonInput): Promise<Answer> {
  const { language, words } = input;
  const isSwedish = language === 'sv';
  const { HANDBOOK } = await (isSwedish ? import('./handbook-sv.ts') : import('./handbook-en.ts'));
  return personPage(input, {
    title: words.shell.person.help,
    content: html`<div class="help" lang="${isSwedish ? 'sv' : 'en'}">${{ markup: HANDBOOK }}</div>`,
  });
}
