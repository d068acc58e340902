import { expect, test } from 'vitest';
import { endpointMessage, folderMailer, NOW_MS, signUpMessage } from './mails.ts';

test('§6.5 D20 the e-mails to operators and developers, word for word', async () => {
  const { sent } = await folderMailer();
  const read: string[] = [];
  for (const message of [
    endpointMessage,
    { ...endpointMessage, kind: 'endpoint_disabled', id: 'ep_1:15', failedInARow: 15 } as const,
    signUpMessage,
  ]) {
    const { mail } = await sent(message);
    read.push(`${mail.subject}\n${'='.repeat(72)}\n\n${mail.text!.trimEnd()}\n`);
  }
  await expect(read.join('\n\n')).toMatchFileSnapshot('golden/bord.txt');
});

test('§6.5 an operator’s e-mail has the event and its commands', async () => {
  const { sent } = await folderMailer({ operator: 'drift@bord.example' });
  const failing = (await sent(endpointMessage)).mail;
  expect(failing.to).toEqual([{ name: '', address: 'drift@bord.example' }]);
  expect(failing.from).toEqual({ name: 'Bord', address: 'no-reply@bord.example' });
  expect(failing.attachments).toEqual([]);
  for (const text of [failing.text, failing.html]) {
    expect(text).toContain('bord webhooks deliveries ep_1');
    expect(text).not.toContain('bord webhooks enable');
  }
  const disabled = (await sent({ ...endpointMessage, kind: 'endpoint_disabled' })).mail;
  for (const text of [disabled.text, disabled.html]) expect(text).toContain('bord webhooks enable ep_1');

  const alone = await folderMailer();
  expect((await alone.sent(endpointMessage)).mail.to).toEqual([
    { name: '', address: 'no-reply@bord.example' },
  ]);
});

test('§5.8 D20 the link to a sandbox key, how long it lasts, and that only a button makes the key', async () => {
  const { sent } = await folderMailer();
  const { mail } = await sent(signUpMessage);
  const link = `https://boka.example.se/sandbox/${signUpMessage.token}`;
  expect(mail.to).toEqual([{ name: '', address: 'dev@example.com' }]);
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`href="${link}"`);
  expect(mail.text).toContain('valid for 24 hours, until Friday 4 December at 11:00 UTC');
  expect(mail.text).toContain('a page with a button');
  expect(mail.subject).not.toContain(signUpMessage.token);
  expect(signUpMessage.expiresMs).toBeGreaterThan(NOW_MS);
});
