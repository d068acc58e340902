/** What the console asks of the engine, until the engine's public names have it. */
import type { BookingActions, ClosureActions, Engine, Location, OperatorActions } from '@bord/engine';

export type Role = 'host' | 'manager';

export interface StaffCaller {
  readonly staffId: string;
  readonly name: string;
  readonly sessionId: string;
  readonly roles: readonly { readonly locationId: string; readonly role: Role }[];
}

interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly createdMs: number;
  readonly seenMs: number;
  readonly expiresMs: number;
  readonly label: string;
}

export interface HouseActions {
  readonly role: Role;
  location(): Promise<Location>;
  readonly bookings: BookingActions;
  readonly tables: OperatorActions['tables'];
  readonly closures: ClosureActions;
  readonly turns: OperatorActions['turns'];
  readonly demand: OperatorActions['demand'];
}

interface StaffActions {
  locations(): Promise<readonly { readonly location: Location; readonly role: Role }[]>;
  readonly sessions: {
    list(): Promise<readonly StaffSession[]>;
    end(id: string): Promise<void>;
  };
  at(locationId: string, options?: { readonly seen?: string }): HouseActions;
}

interface SignInActions {
  ask(request: {
    readonly email: string;
    readonly browser: string;
    readonly clientAddress: string;
    readonly language?: string;
  }): Promise<void>;
  open(link: { readonly token: string; readonly browser: string }): Promise<{ readonly email: string }>;
  enter(link: {
    readonly token: string;
    readonly browser: string;
    readonly label: string;
  }): Promise<{ readonly session: string; readonly caller: StaffCaller }>;
  caller(session: string): Promise<StaffCaller>;
  leave(session: string): Promise<void>;
}

export type ConsoleEngine = Engine & {
  readonly signIn: SignInActions;
  staff(caller: StaffCaller): StaffActions;
};
