/** The review of a file that a manager uploads: the same as `bord locations apply --dry-run`. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { booking, openConsole } from '../../../../test/support/console-visit.ts';
import { locationFiles } from './location-files.ts';

async function openFiles() {
  const opened = await openConsole({ locationFiles });
  const { visitor, here } = opened;
  const manager = await visitor('manager');
  const path = `${here}/plan/check`;
  async function check(fields: Readonly<Record<string, string | Blob>>, by = manager) {
    const body = new FormData();
    body.set('token', await manager.tokenOn(path));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return by.ask(path, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body });
  }
  const file = async (): Promise<string> => (await manager.ask(`${here}/plan/file`)).text;
  return { ...opened, manager, path, check, file };
}

test('the location file is shown, and downloaded as locations export writes it', async () => {
  const { manager, here, engine, location, file } = await openFiles();
  const answer = await manager.ask(`${here}/plan/file`);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${location.id}.yaml"`);
  const written = await locationFiles.write(await engine.operator.locations.read(location.id));
  expect(await file()).toBe(written);
  expect((await manager.ask(`${here}/plan`)).text).toContain('name: Bord &amp; Stol');
});

test('an uploaded or pasted file is reviewed: changes, affected bookings, lost closures; it is not applied', async () => {
  const { check, file, engine, location, book } = await openFiles();
  await book(booking({ name: 'Berg', phone: '+46 70 1' }));
  await engine.operator.at(location.id).closures.add({ from: '2026-12-24', to: '2026-12-25', reason: 'Jul' });
  const before = await engine.operator.locations.read(location.id);
  const changed = `${(await file()).replace('closes: "22:00"', 'closes: "18:00"').replace(/closures:[^]*/, '')}closures: {only: []}\n`;
  for (const given of [
    { file: new File([changed], 'plan.yaml'), text: '' },
    { file: new File([], ''), text: changed },
  ]) {
    const { status, text } = await check(given);
    expect(status).toBe(200);
    for (const part of [
      'Would update Bord &amp; Stol.',
      'The location is unchanged.',
      'servicePeriods[All day].closes',
      '<del>22:00</del>',
      '<ins>18:00</ins>',
      '1 booking is affected, and stays as it is',
      'Berg',
      'outside the hours',
      'Closures that would go:',
      'Thursday 24 December – Friday 25 December (Jul)',
    ])
      expect(text).toContain(part);
  }
  expect(await engine.operator.locations.read(location.id)).toEqual(before);
});

test('a file that would take the table of a booking is reported as rejected, with that booking', async () => {
  const { check, file, book } = await openFiles();
  await book(booking({ name: 'Berg', partySize: 4 }));
  const { status, text } = await check({ text: (await file()).replace('seats: 2-4', 'seats: 2-3') });
  expect(status).toBe(200);
  for (const part of ['It would be refused: 1 booking would lose its table', 'Berg', 'loses its table'])
    expect(text).toContain(part);
  expect(text).not.toContain('To apply it');
});

test('a file with faults is shown with their positions, and the pasted text stays', async () => {
  const { check, file, other } = await openFiles();
  const whole = await file();
  for (const [text, fault] of [
    ['name: [', 'file:1:'],
    [whole.replace('seats: 2-4', 'seats: many'), 'tables[1].seats: must be seats'],
    [whole.replace('id: T2', 'id: T1'), 'tables[1].id: table T1 is listed twice: each id must be unique'],
    [whole.replace(/^id: .*$/m, `id: ${other.id}`), 'The file is of another restaurant.'],
    ['  ', 'Please choose a file, or paste its text.'],
    [`# ${'x'.repeat(256 * 1024)}`, 'The file is larger than 256 KiB.'],
  ] as const) {
    const again = await check({ text });
    expect(again.status, fault).toBe(422);
    expect(again.text).toContain(fault);
    if (fault.startsWith('tables[1].seats')) expect(again.text).toContain('seats: many');
  }
  const latin = await check({ file: new File([new Uint8Array([0x6e, 0xe5, 0x0a])], 'a.yaml'), text: '' });
  expect([latin.status, latin.text.includes('The text must be UTF-8.')]).toEqual([422, true]);
});

test('D44 a host, another form and a foreign form cannot review a file', async () => {
  const { check, visitor, manager, path, here } = await openFiles();
  const host = await visitor('host');
  expect((await host.ask(path)).status).toBe(403);
  expect((await check({ text: 'name: x' }, host)).status).toBe(403);
  const urlencoded = await manager.ask(path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token: await manager.tokenOn(path), text: 'name: x' }),
  });
  expect(urlencoded.status).toBe(400);
  const body = new FormData();
  body.set('text', 'name: x');
  const sites = ['cross-site', 'same-origin'];
  for (const site of sites)
    expect(
      (await manager.ask(path, { method: 'POST', headers: { 'sec-fetch-site': site }, body })).status,
    ).toBe(403);
  expect((await manager.ask(`${here}/plan`)).text).toContain('/plan/check');
  expect((await host.ask(`${here}/plan`)).text).not.toContain('/plan/check');
});

test('turn times that are proposed are those of the file', async () => {
  const { engine, location } = await openFiles();
  const report = await engine.operator.at(location.id).turns.read();
  expect(await locationFiles.turnTimes(report)).toBeNull();
  const bands = report.bands.map((band) => ({ ...band, stays: 30, proposedMinutes: 75 }));
  expect(await locationFiles.turnTimes({ ...report, bands })).toMatch(/^turnTimes: .*75/);
});

test('D46 a file that takes the table of a hold lists it, and releases it in the same step if a manager says so', async () => {
  const { check, file, engine, location, manager, here } = await openFiles();
  const startMs = Date.parse('2026-12-02T18:00:00Z');
  const partner = engine.partner(fixtures.aCaller({ partner: 'hotel-nord', locationIds: [location.id] }));
  const placed = await partner.createHold(location.id, { startMs, partySize: 4 });
  if (placed.kind !== 'held') throw new Error(placed.kind);
  const { id } = placed.hold;
  const text = (await file()).replace(/.*id: T2(?:.*\n)(?: {4,}.*\n)*/, '');
  const listed = await check({ text });
  expect(listed.text).toContain('It would be refused: 1 hold would lose its table.');
  expect(listed.text).toMatch(/T2 [^<]*held for hotel-nord until 13:05/);
  expect(listed.text).toContain('bord locations apply FILE --release-holds');
  const sent = /name="text" value="([^"]*)"[^]*name="release" value="([^"]*)"/.exec(listed.text);
  expect(sent?.[2]).toBe(id);
  expect(await engine.operator.holds.read(id)).toMatchObject({ state: 'held' });

  const again = await check({ text, release: sent![2]! });
  expect(again.text).not.toContain('It would be refused');
  expect(again.text).toContain('To apply it: bord locations apply FILE');
  expect(await engine.operator.holds.read(id)).toMatchObject({ state: 'released' });

  const second = await partner.createHold(location.id, { startMs, partySize: 4 });
  if (second.kind !== 'held') throw new Error(second.kind);
  const closure = { from: '2026-12-02', to: '2026-12-02', reason: null };
  const { id: closureId } = await engine.operator.at(location.id).closures.add(closure);
  const page = await manager.ask(`${here}/closures?id=${closureId}`);
  expect(page.text).toMatch(/T2 [^<]*held for hotel-nord until 13:05/);
});
