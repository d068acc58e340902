/** The settings with which `npm run proof -- upgrade` runs HAProxy and PgBouncer are those of the pages. */
import { expect, test } from 'vitest';
import { CHECK_MS, GRACE_SECONDS, haproxySettings, pgbouncerSettings } from './settings.ts';

test('the settings of HAProxy on the page, filled in for a run: both servers are checked, and the grace outlasts the checks', () => {
  const settings = haproxySettings({ checked: 1001, unchecked: 1002 }, [2001, 2002]);
  const [checked, unchecked] = settings.split('\nbackend unchecked');
  for (const text of ['127.0.0.1:1001', '127.0.0.1:1002', '127.0.0.1:2001', '127.0.0.1:2002'])
    expect(settings).toContain(text);
  expect(settings).not.toContain('10.0.0.');
  expect(unchecked).not.toContain('default-server check');
  const [, interval, failures] = /default-server check inter (\d+)s fall (\d+)/.exec(checked!)!.map(Number);
  expect(GRACE_SECONDS).toBeGreaterThanOrEqual((failures! + 1) * interval! + CHECK_MS / 1000);
});

test('the settings of PgBouncer on the page, filled in for a run: transactions are pooled, on 127.0.0.1', () => {
  const settings = pgbouncerSettings(1003, new URL('postgres://bord@127.0.0.1:2003/bord'), '/run/users.txt');
  for (const text of ['host=127.0.0.1 port=2003', 'listen_port = 1003', 'auth_file = /run/users.txt'])
    expect(settings).toContain(text);
  expect(settings).toMatch(/^pool_mode = transaction$/m);
  expect(settings).toMatch(/^listen_addr = 127\.0\.0\.1$/m);
});
