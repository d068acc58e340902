import { type Engine, formatInstant, type Location, type Role, ROLES, type StaffMember } from '@bord/engine';
import { Option } from 'commander';
import { type Answer, type BordCommand, LOCATION_NAMES } from '../command.ts';
import { publicUrl } from '../config/base-url.ts';
import { locationNamed } from '../config/location-named.ts';
import { memberNamed } from '../config/member-named.ts';
import { Failure } from '../output/failure.ts';
import { confirm, type ConfirmOptions } from '../output/confirm.ts';
import { tableText } from '../output/layout.ts';
import { plain } from '../output/plain.ts';
import { defineLink } from './staff-link.ts';
import { defineSessions } from './staff-sessions.ts';

const EXAMPLE = 'anna@bistro-nord.se';

export function define(command: BordCommand): void {
  defineAdd(command);

  command
    .subcommand('list', 'staff with their locations and roles', [
      'staff list',
      'staff list --location nord',
      'staff list --json',
    ])
    .option('--location <location>', `only who works there: ${LOCATION_NAMES}`)
    .answers(async ({ engine }, { location }: { readonly location?: string }) => {
      const at = location === undefined ? undefined : await locationNamed(engine, location);
      const members = await engine.operator.staff.list({ locationId: at?.id });
      const locations = await engine.operator.locations.list();
      return {
        json: members.map((member) => memberJson(member, locations)),
        text: () => listText(members, locations),
      };
    });

  defineRemove(command);
  defineLink(command);
  defineSessions(command);
}

interface AddOptions {
  readonly location: string;
  readonly role: Role;
  readonly name?: string;
}

function defineAdd(command: BordCommand): void {
  command
    .subcommand('add <email>', 'let somebody sign in at a location, or change the role', [
      `staff add ${EXAMPLE} --location nord --role host --name Anna`,
      `staff add ${EXAMPLE} --location "Bistro Syd" --role manager`,
    ])
    .description(
      'Lets somebody sign in at the console of a location, by a link that is mailed to this address. A host works with the current day:\n' +
        'bookings, visits, tables, and closing the next hours. A manager also sees plans through, closes days, and adds staff.',
    )
    .requiredOption('--location <location>', `where: ${LOCATION_NAMES}`)
    .addOption(new Option('--role <role>', 'the role').choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'shown to colleagues (default: the part before the @)')
    .answers(async ({ engine, config }, options: AddOptions, email): Promise<Answer> => {
      const location = await locationNamed(engine, options.location);
      const { name, role } = options;
      const managed = await managersOf(engine, location.id);
      const member = await engine.operator.staff.add({ email, name, locationId: location.id, role });
      const locations = await engine.operator.locations.list();
      const url = `${publicUrl(config)}/console`;
      return {
        json: { ...memberJson(member, locations), signIn: url },
        text: () =>
          [
            `${plain(member.name)} (${plain(member.email)}) may sign in at ${plain(location.name)} as ${role}: ${url}`,
            ...(managed.length === 1 && role === 'host' && managed[0]!.id === member.id
              ? [withoutManager(location)]
              : []),
          ].join('\n'),
      };
    });
}

interface RemoveOptions extends ConfirmOptions {
  readonly location?: string;
}

function defineRemove(command: BordCommand): void {
  command
    .subcommand('remove', 'end what somebody may do, everywhere or at one location', [
      `staff remove ${EXAMPLE}`,
      `staff remove ${EXAMPLE} --location nord`,
      `staff remove ${EXAMPLE} --yes`,
    ])
    .description(
      'Ends what somebody may do. A person without another location is signed out everywhere within seconds, and the address is forgotten;\n' +
        'the history of bookings then says “a former member”.',
    )
    .argument('<member>', 'the e-mail address, or the id')
    .option('--location <location>', `only there: ${LOCATION_NAMES}`)
    .option('--yes', 'do not ask')
    .answers(async ({ engine }, options: RemoveOptions, who): Promise<Answer> => {
      const [member, locations] = await Promise.all([
        memberNamed(engine, who),
        engine.operator.locations.list(),
      ]);
      const at = options.location === undefined ? null : await locationNamed(engine, options.location);
      const called = `${plain(member.name)} (${plain(member.email)})`;
      if (at && !member.roles.some(({ locationId }) => locationId === at.id))
        throw new Failure(
          `${called} does not work at ${plain(at.name)}: ${rolesText(member, locations)}. Name another location, or leave out --location`,
        );
      const where = at ? ` at ${plain(at.name)}` : '';
      const last = await lastManagerAt(
        engine,
        member,
        locations.filter(({ id }) => at === null || id === at.id),
      );
      const alone = last.map(({ name }) => ` This is the only manager of ${plain(name)}.`).join('');
      await confirm(`Remove ${called}${where}? Now: ${rolesText(member, locations)}.${alone}`, options);
      const removed = await engine.operator.staff.remove(member.id, { locationId: at?.id });
      const left = removed.roles.filter(({ locationId }) => at !== null && locationId !== at.id);
      const rest = { ...removed, roles: left };
      return {
        json: { ...memberJson(rest, locations), removed: left.length === 0 },
        text: () =>
          [
            left.length === 0
              ? `${called} is removed, and signed out everywhere.`
              : `${called} works at ${plain(at!.name)} no more. Left: ${rolesText(rest, locations)}.`,
            ...last.map(withoutManager),
          ].join('\n'),
      };
    });
}

async function managersOf({ operator }: Engine, locationId: string): Promise<readonly StaffMember[]> {
  const members = await operator.staff.list({ locationId });
  return members.filter(({ roles }) =>
    roles.some((one) => one.locationId === locationId && one.role === 'manager'),
  );
}

async function lastManagerAt(
  engine: Engine,
  { id }: StaffMember,
  locations: readonly Location[],
): Promise<readonly Location[]> {
  const managers = await Promise.all(locations.map((one) => managersOf(engine, one.id)));
  return locations.filter((_, i) => managers[i]!.length === 1 && managers[i]![0]!.id === id);
}

/** Only the operator can repair this: the console never removes the last manager. */
function withoutManager({ name }: Location): string {
  const called = plain(name);
  return `${called} has no manager now: bord staff add EMAIL --location "${called}" --role manager makes one.`;
}

function memberJson({ id, email, name, roles, createdMs }: StaffMember, locations: readonly Location[]) {
  return {
    id,
    email,
    name,
    roles: roles.map(({ locationId, role }) => ({
      locationId,
      location: locations.find((one) => one.id === locationId)?.name ?? null,
      role,
    })),
    createdAt: formatInstant(createdMs),
  };
}

/** `host at Bistro Nord, manager at Bistro Syd` */
function rolesText({ roles }: StaffMember, locations: readonly Location[]): string {
  const at = (id: string): string => plain(locations.find((one) => one.id === id)?.name ?? id);
  return roles.map(({ locationId, role }) => `${role} at ${at(locationId)}`).join(', ') || 'nowhere';
}

function listText(members: readonly StaffMember[], locations: readonly Location[]): string {
  if (members.length === 0)
    return 'No staff yet: bord staff add EMAIL --location LOCATION --role manager lets somebody.';
  const rows = members.map((member) => [
    plain(member.name),
    plain(member.email),
    rolesText(member, locations),
    member.id,
  ]);
  return tableText(['name', 'e-mail', 'may', 'id'], rows);
}
