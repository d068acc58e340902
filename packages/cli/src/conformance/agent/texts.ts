/** A model reads each answer, so a text of a guest or a restaurant can act as an instruction. */
import { field } from '../exchange.ts';
import { replyOf } from './mcp.ts';
import { GUEST, notesOf } from './run.ts';
import { part, story } from './story.ts';

/** Shorter texts are parts of others by chance. */
const LENGTH_MIN = 6;
const PUBLISHED = /name|description/i;

/** The texts in a value; with `names` only those of fields with such a name. */
function textsIn(json: unknown, names = /^/): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' ? (names.test(name) ? [value] : []) : textsIn(value, names),
  );
}

/** Lines without their labels, list marks and quotation marks. A text that is JSON has none: its strings have ends. */
function rowsOf(text: string): readonly string[] {
  if (/^\s*[{[]/.test(text)) return [];
  return text
    .split('\n')
    .map((row) => row.replace(/^[\s*•–-]*(?:[\w .]+:\s*)?["“]?/, '').replace(/["”]?\s*$/, ''));
}

export const texts = part(async (run, judge) => {
  const tools = run.listed();
  const restaurant = await run.restaurant();
  const lists = [
    run.has('find') ? await run.call('find', {}) : null,
    run.has('menu') ? await run.call('menu', { restaurant }) : null,
  ];
  const published = lists
    .flatMap((reply) => textsIn(reply?.content, PUBLISHED))
    .filter(({ length }) => length >= LENGTH_MIN);
  await story(run);
  for (const exchange of run.exchanges) {
    const reply = replyOf(exchange);
    const has = (text: string): boolean => exchange.text.includes(text);
    judge.holds('texts/notes', !has(notesOf(run)), reply, 'no notes of the guest');
    const hasContact = [GUEST, '@example.com', '+467017406'].some(has);
    judge.holds('texts/guest', !hasContact, reply, 'no name or contact of the guest');
    const pieces = [...textsIn(field(reply.result, 'structuredContent')), ...reply.texts.flatMap(rowsOf)];
    const mixed = pieces.find(
      (piece) => !published.includes(piece) && published.some((text) => piece.includes(text)),
    );
    judge.holds('texts/restaurant', mixed === undefined, reply, 'the text of the restaurant alone', mixed);
  }
  const reply = await run.listTools();
  const isSame = JSON.stringify(tools) === JSON.stringify(run.listed());
  const others = 'other tools or descriptions';
  judge.holds('texts/tools', isSame, reply, 'the same tools in the same order', others);
  const found = [GUEST, ...published].find((text) => JSON.stringify(run.listed()).includes(text));
  judge.holds('texts/tools', found === undefined, reply, 'descriptions by the server', found);
});
