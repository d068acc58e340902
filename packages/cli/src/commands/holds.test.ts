/** Tables that are held (D35), by the command line. */
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO, makeBord, words } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
let held: readonly string[];

/** A partner holds one table for four and two joined for eight, as it would over the wire. */
beforeAll(async () => {
  await bord.json('locations', 'list');
  const storage = sqliteStorage({ path: join(bord.folder, 'data/bord.db') });
  const engine = createEngine({ storage });
  const partner = engine.partner(fixtures.aCaller({ partner: 'hotel-nord', locationIds: [DEMO] }));
  const startMs = Date.parse(`${day}T18:00:00Z`);
  const placed = [];
  for (const partySize of [4, 6])
    placed.push(await partner.createHold(DEMO, { startMs, partySize, seconds: 900 }));
  held = placed.map((one) => (one.kind === 'held' ? one.hold.id : JSON.stringify(one)));
  engine.detach();
  await storage.close();
});

interface Held {
  readonly id: string;
  readonly state: string;
}

test('D35 a hold is listed as text and JSON, appears on the day, and is released once', async () => {
  const { out } = await bord.run(words('holds list bryggan'));
  const [head, first, second] = out.split('\n');
  expect(head).toMatch(/^start +party +tables +held for +until +id$/);
  for (const [i, line] of [first, second].entries())
    expect(line).toMatch(
      new RegExp(
        `^\\w{3} \\d+ \\w{3} \\d{4} \\d\\d:00 +${[4, 6][i]} +T\\d( \\+ T\\d)* +hotel-nord +\\d\\d:\\d\\d \\w+ +${held[i]}$`,
      ),
    );
  const [one, two] = await bord.json<readonly Held[]>(...words('holds list bryggan'));
  expect(one).toEqual({
    id: held[0],
    move: null,
    locationId: DEMO,
    startsAt: `${day}T18:00:00Z`,
    endsAt: expect.stringContaining('Z'),
    partySize: 4,
    tables: [expect.stringMatching(/^T\d$/)],
    channel: 'partner:hotel-nord',
    partner: 'hotel-nord',
    state: 'held',
    waitingId: null,
    expiresAt: expect.stringMatching(/Z$/),
  });
  expect(two).toMatchObject({ id: held[1], partySize: 6 });
  const evening = await bord.run(words(`evening bryggan --date ${day}`));
  expect(evening.out).toMatch(/^Held, not booked yet$/m);
  expect(evening.out.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(
      `4 guests · table T\\d: held for hotel-nord until \\d\\d:\\d\\d \\(bord holds release ${held[0]}\\)`,
    ),
  );

  const released = await bord.run(words(`holds release ${held[0]} --yes`));
  expect(released.out).toMatch(/^Released: table T\d can be booked again\.\n$/);
  expect((await bord.run(words(`holds release ${held[0]} --yes`))).out).toBe('It was released before.\n');
  const left = await bord.json<readonly Held[]>(...words('holds list bryggan'));
  expect(left.map(({ id }) => id)).toEqual([held[1]]);
  const gone = await bord.json<Held>(...words(`holds release ${held[1]} --yes`));
  expect(gone).toMatchObject({ id: held[1], state: 'released' });
  expect((await bord.run(words('holds list bryggan'))).out).toBe('No table is held at Bryggan.\n');
  expect(await bord.json(...words('holds list bryggan'))).toEqual([]);
});

test('D35 an unknown hold is rejected by its id, without a question', async () => {
  expect(await bord.refusal(words('holds release hd_none --yes'))).toContain(
    'there is no hold hd_none: bord holds list shows all of them',
  );
  expect(await bord.refusal(words('holds list nowhere'))).toContain('nowhere');
});
