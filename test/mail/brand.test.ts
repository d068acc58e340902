import { expect, test } from 'vitest';
import { folderMailer, messageOf } from './mails.ts';

const LOGO = 'https://sjobaren.example.se/logo.png';
const htmlOf = async (brand: { colour: string | null; logo: string | null }): Promise<string> => {
  const { sent } = await folderMailer();
  return (await sent(messageOf({ brand }))).mail.html!;
};

test('an e-mail has the colour of its restaurant, lightened for dark screens, and its logo; it loads no other resource', async () => {
  const html = await htmlOf({ colour: '#7a1f2b', logo: LOGO });
  expect(html).toMatch(/<a class="button"[^>]*background:#7a1f2b/);
  expect(html).toMatch(/<a class="link"[^>]*color:#7a1f2b/);
  expect(html).toMatch(/<p class="house"[^>]*color:#7a1f2b/);
  expect(html).toMatch(/\.button \{ background: #[a-f][0-9a-f]{5} !important; color: #0d1a19/);
  expect(html).not.toMatch(/#1f5d55|#2f6f66|#8ccfc1/);
  expect(html.match(/\bsrc="[^"]*"/g)).toEqual([`src="${LOGO}"`]);
});

test('an e-mail of a restaurant without a brand has Bord’s colours, and loads no resource', async () => {
  const html = await htmlOf({ colour: null, logo: null });
  expect(html).toMatch(/<a class="button"[^>]*background:#1f5d55/);
  expect(html).not.toMatch(/\bsrc=|<img/);
});

test('a logo’s address cannot leave its place', async () => {
  const html = await htmlOf({ colour: null, logo: 'https://a.example/l.png?"><script>alert(1)</script>' });
  expect(html).not.toContain('<script>');
});
