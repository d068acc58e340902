/**
 * A Friday at Sjökrogen, from the telephone at ten to the last guest at midnight: a house of 22 tables whose terrace is closed in winter, run by the
 * command line alone, while three partners book. After every step the evening is looked at, and what each partner has heard is held against what
 * happened. One step goes on where the one before has ended.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, Friday } from '../test/story/friday.ts';

let friday: Friday;

beforeAll(async () => {
  friday = await Friday.begin('09:30');
});
afterAll(() => friday.stage.close());

describe('D38 D39 D40 D41 D42 an evening at Sjökrogen', () => {
  test('09:30 the house is opened for three partners', async () => {
    await friday.open();
    expect(await friday.look()).toContain('0 parties, 0 guests');
  });

  test('09:40 twenty-five bookings come in from the partners', async () => {
    await friday.partnersBook(25);
    await friday.look();
    expect(await friday.parties()).toHaveLength(25);
  });

  test('10:00 Fru Ek phones for her table in the window: who had it then gets another', async () => {
    await friday.goOnTo('10:00');
    const { id } = await friday.partyOf('Gast 13');
    expect((await friday.partyOf('Gast 13')).tables).toEqual(['W3']);
    await friday.stage.run(
      ...friday.phone('19:30', 2, 'Fru Ek'),
      '--phone',
      '070-123 45 67',
      '--table',
      'W3',
    );
    expect((await friday.partyOf('Fru Ek')).tables).toEqual(['W3']);
    expect(await friday.stage.run('bookings', 'show', id)).toMatch(/re-seated +operator +W3 → /);
    await friday.look();
  });

  test('10:10 the next caller wants the same table: the house reads who has it, and what else there is', async () => {
    const refusal = await friday.stage.refusal(...friday.phone('20:15', 2, 'Herr Alm'), '--table', 'W3');
    expect(refusal).toContain('Fru Ek, 070-123 45 67 (19:30–21:00, 2 guests at W3');
    expect(refusal).toContain('W3 can be had that day: 21:00, ');
    await friday.look();
  });

  test('10:20 a caller asks for the terrace: it is winter, and the terrace is no row of the evening', async () => {
    const refusal = await friday.stage.refusal(...friday.phone('19:00', 2, 'Fru Blom'), '--table', 'T1');
    expect(refusal).toContain('T1 is out of season then (1 May to 15 Sep)');
    expect(await friday.look()).not.toMatch(/^T1 /m);
  });

  test('11:00 a party of nine: three tables of the hall are joined for it', async () => {
    await friday.goOnTo('11:00');
    await friday.stage.run(...friday.phone('19:00', 9, 'Familjen Nio'), '--phone', '08-55 55 55');
    expect((await friday.partyOf('Familjen Nio')).tables.toSorted()).toEqual(['H5', 'H6', 'H7']);
    await friday.look();
  });

  test('11:30 the partners fill the evening: sixty bookings of theirs', async () => {
    await friday.goOnTo('11:30');
    await friday.partnersBook(35);
    await friday.look();
    expect(await friday.parties()).toHaveLength(62);
    expect((await friday.partyOf('Fru Ek')).tables).toEqual(['W3']);
  });

  test('14:00 an allergy is phoned in: it stands on the evening, and no partner hears of it', async () => {
    await friday.goOnTo('14:00');
    const { id } = await friday.partyOf('Gast 12');
    await friday.stage.run('bookings', 'edit', id, '--notes', 'nötallergi, har penna med sig');
    expect(await friday.look()).toContain('Gast 12: nötallergi, har penna med sig');
    const shown = await friday.stage.run('bookings', 'show', id);
    expect(shown).toMatch(/made +rosten[^]*edited +operator +notes: – → nötallergi/);
  });

  test('16:40 the first parties sit down, each where the house has written it in', async () => {
    await friday.goOnTo('16:40');
    await friday.look();
    const seated = (await friday.parties()).filter(({ seatedAt }) => seatedAt !== null);
    expect(seated.length).toBeGreaterThan(5);
  });

  test('17:50 who has left makes room at once; Gast 2 never comes, and a walk-in has the table', async () => {
    await friday.goOnTo('17:50', ['Gast 2']);
    const { id, tables } = await friday.partyOf('Gast 2');
    await friday.stage.run('bookings', 'no-show', 'Gast 2', '--yes');
    friday.expectEvent('booking.updated', id);
    const walkIn = await friday.stage.run(...friday.walksIn(3), '--table', tables[0]!);
    expect(walkIn).toContain(`Walk-in, 3 guests, ${tables[0]}, 17:50–19:50: is seated.`);
    await friday.look();
  });

  test('18:40 a table breaks: who cannot be given another is named, stands without one, and is put at the bar', async () => {
    await friday.goOnTo('18:40');
    const block = ['tables', 'block', friday.location, 'W4', '--tonight', '--reason', 'trasigt ben'];
    const refusal = await friday.stage.refusal(...block);
    const seated = 'Gast 16, +46 70 111 22 33 (17:15–18:45, 2 guests at W4, seated';
    for (const waiting of [seated, 'Gast 3, ', 'Gast 11, ']) expect(refusal).toContain(waiting);
    expect(await friday.stage.refusal(...block, '--force')).toMatch(
      /Gast 16, (?!.*Gast 3)[^]*\nbord: Who sits there already stays: give that party another table first/,
    );
    await friday.look();
    const { id } = await friday.partyOf('Gast 16');
    await friday.stage.run('bookings', 'leave', 'Gast 16');
    friday.expectEvent('booking.updated', id);

    const blocked = await friday.stage.run(...block, '--force');
    expect(blocked).toMatch(/^W4 is blocked .*18:40–00:30 CET \(trasigt ben/);
    const text = await friday.look(['Gast 11', 'Gast 3']);
    expect(text).toMatch(/waiting for a table\n.*\[2 Gast 3\]\[2 Gast 11\]/);
    expect(text).toContain('2 without a table');
    const unseated = await friday.stage.run('bookings', 'unseated', friday.location);
    expect(unseated).toMatch(/Gast 3 .*W4[^]*Gast 11 .*W4/);
    for (const name of ['Gast 3', 'Gast 11'])
      expect(await friday.stage.run('bookings', 'assign', name)).toContain('is at B1.');
    await friday.look();
  });

  test('19:40 another walks in, and is told the table', async () => {
    await friday.goOnTo('19:40');
    const walkIn = await friday.stage.run(...friday.walksIn(2));
    expect(walkIn).toMatch(/^Walk-in, 2 guests, B2, 19:40–21:10: is seated\./);
    await friday.look();
  });

  test('20:10 the five at R1 stay an hour longer: who comes then is named, and waits when the house insists', async () => {
    await friday.goOnTo('20:10');
    const { id } = await friday.partyOf('Gast 17');
    const refusal = await friday.stage.refusal('bookings', 'extend', 'R1', '--by', '60m');
    expect(refusal).toContain('R1 is needed by Gast 47, +46 70 111 22 33 (21:30–00:00, 5 guests at R1');
    await friday.look();
    await friday.stage.run('bookings', 'extend', 'R1', '--by', '60m', '--force');
    friday.expectEvent('booking.updated', id);
    await friday.look(['Gast 47']);
  });

  test('20:15 the kitchen closes early: the house reads who comes after that, and calls them off', async () => {
    await friday.goOnTo('20:15');
    const hours = ['--from', '2027-02-12T21:15', '--to', '2027-02-12T23:59', '--reason', 'köket'];
    const closed = await friday.stage.run('closures', 'add', friday.location, ...hours);
    const late = (await friday.parties()).filter(
      ({ status, startsAt }) => status === 'confirmed' && Date.parse(startsAt) >= at('21:15'),
    );
    expect(late.length).toBeGreaterThan(5);
    for (const { id, guest } of late) {
      expect(closed).toMatch(new RegExp(`${guest.name} .*in a closure`));
      await friday.stage.run('bookings', 'cancel', id, '--yes');
      friday.expectEvent('booking.cancelled', id);
    }
    await friday.look();
  });

  test('00:30 the last guest has gone: nobody is forgotten, and the partners have heard what happened and nothing else', async () => {
    await friday.goOnTo('24:30');
    await friday.look();
    const parties = await friday.parties();
    expect(parties).toHaveLength(64);
    const came = parties.filter(({ seatedAt }) => seatedAt !== null);
    expect(came.map(({ status, leftAt }) => `${status} ${leftAt !== null}`)).toEqual(
      came.map(() => 'completed true'),
    );
    const others = parties.filter(({ seatedAt }) => seatedAt === null).map(({ status }) => status);
    expect([...new Set(others)].toSorted()).toEqual(['cancelled', 'no_show']);
  });
});
