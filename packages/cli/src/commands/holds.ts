import { BookingError, type HoldState } from '@bord/engine';
import { type BordCommand, LOCATION_NAMES } from '../command.ts';
import { Failure } from '../output/failure.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { holdJson, holdsText, holdText } from '../output/hold-text.ts';
import { plain } from '../output/plain.ts';
import { capitalised, tablesText } from '../output/booking-line.ts';

const EXAMPLE_LOCATION = '"Bistro Nord"';
const EXAMPLE_HOLD = 'hd_00d0ysuf8KVDYtR2sb0xOe';

export function define(command: BordCommand): void {
  command
    .subcommand('list', 'held tables, with partner and expiry', [
      `holds list ${EXAMPLE_LOCATION}`,
      `holds list ${EXAMPLE_LOCATION} --json`,
    ])
    .description(
      'A partner may hold tables for some minutes while a guest decides. They are taken for everybody else until then. An expired hold\n' +
        'can still be booked by this guest until another party needs the tables; it blocks no other booking.',
    )
    .argument('<location>', LOCATION_NAMES)
    .answersAt(async ({ engine }, _, location) => {
      const holds = await engine.operator.at(location.id).holds.list();
      return {
        json: holds.map(holdJson),
        text: () =>
          holds.length > 0 ? holdsText(holds, location) : `No table is held at ${plain(location.name)}.`,
      };
    });

  command
    .subcommand('release', 'release a held table before its time', [
      `holds release ${EXAMPLE_HOLD}`,
      `holds release ${EXAMPLE_HOLD} --yes`,
    ])
    .description(
      'Releases a held table immediately. The deciding guest is rejected when booking and sees other times; no notification is sent.\n' +
        'Repeating it has no further effect.',
    )
    .argument('<hold>', 'as holds list names it')
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: ConfirmOptions, id: string) => {
      const { holds, locations } = engine.operator;
      const before = await holds.read(id).catch(unknownHold(id));
      const location = await locations.read(before.locationId);
      if (before.state === 'held')
        await confirm(`Release it? ${capitalised(holdText(before, location))}.`, options);
      const hold = await holds.release(id);
      const tables = tablesText(before.tables);
      return {
        json: holdJson(hold),
        text: () =>
          before.state === 'held' || before.state === 'lapsed'
            ? `Released: ${tables} can be booked again.`
            : ALREADY[before.state],
      };
    });
}

const ALREADY: Readonly<Record<Exclude<HoldState, 'held' | 'lapsed'>, string>> = {
  confirmed: 'A booking was made of it: bord bookings list has it.',
  gone: 'It had expired, and another party has its tables by now.',
  released: 'It was released before.',
};

function unknownHold(id: string): (error: unknown) => never {
  return (error) => {
    if (BookingError.is(error) && error.code === 'hold_not_found')
      throw new Failure(`there is no hold ${plain(id)}: bord holds list shows all of them`);
    throw error;
  };
}
