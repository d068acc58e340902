/** `bord mails open`: the newest e-mail in the folder, for a trial without a mail server. */
import { join } from 'node:path';
import { createMailer } from '@bord/adapter-http/mail';
import type { SignUpMessage } from '@bord/engine';
import { afterAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const signUp = (to: string, madeMs: number): SignUpMessage => ({
  kind: 'sign_up',
  id: `su_${madeMs}`,
  to,
  system: 'Hotel Nord – “Åre”',
  token: `su_1.${'t'.repeat(43)}`,
  madeMs,
  expiresMs: madeMs + 86_400_000,
});

test('D26 the newest e-mail is shown with its links, or the newest to an address; an empty result is reported', async () => {
  expect(await bord.refusal(['mails', 'open'])).toContain('has no mail yet: bord mails list shows');
  const madeMs = Date.parse('2026-12-03T11:00:00Z');
  const mailer = createMailer({
    transport: { kind: 'folder', path: join(bord.folder, 'data/mail') },
    from: 'Bord <no-reply@bord.example>',
    publicUrl: 'https://boka.example.se',
  });
  await mailer.send(signUp('first@example.com', madeMs));
  await mailer.send(signUp('second@example.com', madeMs + 1000));
  expect(await bord.json('mails', 'open')).toMatchObject({
    kind: 'sign-up',
    to: 'second@example.com',
    subject: 'Your sandbox key for the Bord booking API',
    text: expect.stringContaining(`https://boka.example.se/sandbox/su_1.${'t'.repeat(43)}`) as string,
  });
  const { out } = await bord.run(words('mails open --to FIRST@example.com --kind sign-up'));
  expect(out).toMatch(
    /^To: first@example\.com\nSubject: Your sandbox key[^]*File: .*\.eml\n[^]*“Hotel Nord – “Åre””/,
  );
  expect(await bord.refusal(words('mails open --kind reminder'))).toContain('does not have this mail');
  const env = { BORD_MAIL: 'smtp://mail.example.com' };
  expect(await bord.refusal(['mails', 'open'], { env })).toContain('mails go to a mail server');
});

test('D44 mails list shows the printed sign-in link of a member as a sign-in mail', async () => {
  await bord.run(words('staff add bo@example.se --location Bryggan --role host'));
  await bord.run(words('staff link bo@example.se'));
  expect((await bord.run(words('mails list'))).out).toMatch(/UTC +\w+ +sign-in\b/);
});
