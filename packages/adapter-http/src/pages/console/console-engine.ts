/** What the console asks of the engine. */
import type { Engine } from '@bord/engine';

export type { HouseActions, Role, StaffCaller } from '@bord/engine';

export type ConsoleEngine = Engine;
