/** Compressed days have the same text, and their length reveals no personal part. */
import type { DaySheet } from '@bord/engine';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { busySheet } from '../../../../test/support/busy-sheet.ts';
import { anEvening } from '../../../../test/support/day-sheets.ts';
import { daysServer } from '../../../../test/support/console-day.ts';
import type { ConsoleAnswer } from './console-route.ts';
import { packedAnswer, sharedText } from './packed-answer.ts';

const accepting = (coding: string | null) =>
  new Headers(coding === null ? {} : { 'accept-encoding': coding });

/** Notes by a guest. */
function withNotes(notes: string, sheet = anEvening()): DaySheet {
  const [first, ...others] = sheet.bookings;
  return { ...sheet, bookings: [{ ...first!, guest: { ...first!.guest, notes } }, ...others] };
}

test('the day is compressed for clients that accept gzip, with the same text; others get it uncompressed', async () => {
  const answer = await daysServer()(busySheet());
  const text = answer.body as string;
  const packed = packedAnswer(answer, accepting('gzip, deflate, br'));
  const body = packed.body as Uint8Array;
  expect(packed.headers).toEqual([...answer.headers!, 'vary', 'accept-encoding', 'content-encoding', 'gzip']);
  expect(gunzipSync(body).toString()).toBe(text);
  expect(body.length).toBeLessThan(text.length / 5);
  for (const coding of [null, 'identity', 'gzip;q=0', 'br']) {
    const plain = packedAnswer(answer, accepting(coding));
    expect(plain.body).toBe(text);
    expect(plain.headers).not.toContain('content-encoding');
  }
});

test('the changes of a shown day are compressed, too', async () => {
  const ask = daysServer();
  const version = /data-version="([\w-]{22})"/.exec((await ask(busySheet())).body as string)![1]!;
  const answer = await ask(withNotes('moved', busySheet()), { wantsFragment: true, shows: version });
  const packed = packedAnswer(answer, accepting('gzip')).body as Uint8Array;
  expect(gunzipSync(packed).toString()).toBe(answer.body);
  expect(packed.length).toBeLessThan((answer.body as string).length);
  expect(answer.body).toContain('data-since');
});

test('the length of an answer is the same whether or not a guest has guessed the token of a form', async () => {
  const [guessed, another] = [
    'kT3fQ9vLm2xW8pZr5yBn7cHs4dJg6aEu1iOo0RtYqXe',
    'Zp5wN1sVb8mK3xLq7dTf2rGj9hCy4uEa6oIi0PtWnBe',
  ];
  const ask = daysServer();
  const sheet = withNotes(`name="token" value="${guessed}`);
  const [right, wrong] = await Promise.all([guessed, another].map((formToken) => ask(sheet, { formToken })));
  const lengthOf = (answer: ConsoleAnswer): number =>
    (packedAnswer(answer, accepting('gzip')).body as Uint8Array).length;
  expect(lengthOf(right!)).toBe(lengthOf(wrong!));
  // A control: compressed together with the rest, the right guess is shorter.
  expect(gzipSync(right!.body as string).length).toBeLessThan(gzipSync(wrong!.body as string).length - 10);
});

test('short answers and answers without a shared part are not compressed', async () => {
  const answer = { status: 200, body: 'short', shared: sharedText('short') };
  expect(packedAnswer(answer, accepting('gzip'))).toBe(answer);
  const own = { status: 200, body: 'x'.repeat(9000) };
  expect(packedAnswer(own, accepting('gzip'))).toBe(own);
});
