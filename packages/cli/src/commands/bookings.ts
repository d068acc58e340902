import type { BordCommand } from '../command.ts';
import { defineCreate } from './bookings/create.ts';
import { defineEdit } from './bookings/edit.ts';
import { defineList, defineShow, defineUnseated } from './bookings/list.ts';
import { defineExtend } from './bookings/extend.ts';
import { defineAssign, defineMove, definePin } from './bookings/move.ts';
import { byName } from './bookings/named-booking.ts';
import { defineStatus } from './bookings/status.ts';
import { defineVisit } from './bookings/visit.ts';

/** The booking commands in the order of the help; each group has a file in `bookings/`. */
export function define(command: BordCommand): void {
  defineList(command);
  defineCreate(command);
  defineShow(command);
  defineEdit(command);
  defineMove(command);
  defineAssign(command);
  definePin(command);
  defineUnseated(command);
  defineVisit(command);
  defineExtend(command);
  defineStatus(command);
  for (const each of command.commands) if (each.registeredArguments[0]?.name() === 'id') byName(each);
}
