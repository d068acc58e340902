import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const DAY_MS = 86_400_000;

/** As if nightly maintenance had run at this instant. */
function lastRanAt(ms: number): void {
  const database = new Sqlite(join(bord.folder, 'data/bord.db'));
  database.prepare('INSERT OR REPLACE INTO maintenance (id, last_run_ms) VALUES (1, ?)').run(ms);
  database.close();
}

interface Status {
  readonly now: string;
  readonly lastRun: string | null;
  readonly isHeld: boolean;
}

test('D45 time that has jumped is shown, keeps purges from running, and is accepted by the operator alone', async () => {
  const fresh = await bord.json<Status>('maintenance', 'status');
  expect([fresh.lastRun, fresh.isHeld]).toEqual([null, false]);
  expect(await bord.json(...words('guests purge --older-than 730d --yes'))).toMatchObject({ bookings: 0 });

  lastRanAt(Date.now() - 800 * DAY_MS);
  expect((await bord.run(['maintenance', 'status'])).out).toMatch(
    /^Nightly maintenance waits: by the clock of the database it is .*\n.*bord maintenance accept-time/,
  );
  const doctor = await bord.run(['doctor', '--json']);
  const { findings } = JSON.parse(doctor.out) as { findings: { what: string; advice: string | null }[] };
  expect(doctor.code).toBe(1);
  expect(findings.find(({ what }) => what === 'nightly maintenance')?.advice).toContain('accept-time');
  for (const command of ['guests purge --older-than 730d --yes', 'sandbox sweep'])
    expect(await bord.refusal(words(command))).toContain('bord maintenance accept-time');

  expect(await bord.refusal(['maintenance', 'accept-time'])).toMatch(
    /it last ran .* Is it really .*\? This needs a confirmation in a terminal: repeat it with --yes/,
  );
  const accepted = await bord.json<Status & { accepted: boolean }>('maintenance', 'accept-time', '--yes');
  expect(accepted).toMatchObject({ accepted: true, isHeld: false, lastRun: accepted.now });
  expect((await bord.run(['doctor'])).code).toBe(0);
  expect(await bord.json(...words('guests purge --older-than 730d --yes'))).toMatchObject({ bookings: 0 });
  expect(await bord.json('maintenance', 'accept-time')).toMatchObject({ accepted: false, isHeld: false });
});
