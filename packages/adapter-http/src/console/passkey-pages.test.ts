/** Changing passkeys requires a recent sign-in (D44). */
import { MINUTE_MS } from '@bord/engine';
import { expect, test } from 'vitest';
import { tokenIn } from '../../../../test/support/signed-in.ts';
import { openConsole } from '../../test/console-browser.ts';

test('D44 more than 10 minutes after the sign-in a change of passkeys leads to a sign-in, and from there back', async () => {
  const console = await openConsole();
  const anna = await console.member();
  const me = async (): Promise<string> => (await anna.get('/console/me')).text();
  expect(await me()).toContain('data-passkey="create"');
  const options = await anna.get('/console/me/passkeys');
  expect([options.status, options.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/json'),
  ]);
  console.clock.ms += 10 * MINUTE_MS;
  const again = '/console/sign-in?again=1&to=%2Fconsole%2Fme';
  const page = await me();
  expect(page).toContain(`href="${again.replace('&', '&amp;')}"`);
  expect(page).not.toContain('data-passkey="create"');
  const token = tokenIn(page);
  for (const answer of [
    await anna.get('/console/me/passkeys'),
    await anna.post('/console/me/passkeys/remove', { token, passkey: 'k' }),
  ])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, again]);
  const form = await anna.get(again);
  expect([form.status, (await form.text()).includes('value="/console/me"')]).toEqual([200, true]);
  const entered = await console.signIn(anna, 'anna@example.se', '/console/me');
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console/me']);
  expect(await me()).toContain('data-passkey="create"');
  expect((await console.engine.operator.staff.sessions()).length).toBe(1); // the old session has ended
});
