/** The output of the command line: the help of every command, and each command as a table and with `--json`. */
import type { Program } from './program.ts';
import { FILES } from './restaurant.ts';

/** Takes one record: the name of its file, and its text. */
export type Take = (name: string, text: string) => void;

/** `NAME = COMMAND` keeps the first id of its JSON as `$NAME`, and is not recorded. */
const STEPS = `
migrate
doctor
locations apply nord.yaml --dry-run
locations apply nord.yaml
locations apply nord.yaml
locations apply longer.yaml --dry-run
locations apply wrong.yaml
locations list
locations show nord
locations export nord
closures add nord --from 2027-04-01 --to 2027-04-02 --reason "New floor"
closures list nord
CLOSURE = closures list nord
closures remove nord $CLOSURE --yes
menus apply nord menu.yaml
menus show nord
availability nord --party 2 --date 2027-03-05 --near 19:00
bookings create --location nord --at "2027-03-05 19:00" --party 2 --name Astrid --email astrid@example.se --notes "By the window" --lang sv
bookings create --location nord --at "2027-03-05 19:30" --party 4 --name Olle --phone "+46 70 123 45 67" --lang en
bookings create --location nord --at "2027-03-05 20:00" --party 2 --name Kari --email kari@example.no --lang no
bookings create --location nord --at "2027-03-05 18:00" --party 2 --name Mette --email mette@example.dk --lang da
bookings create --location nord --at "2027-03-05 19:00" --party 9 --name Many
bookings create --location nord --at "2027-03-05 16:00" --party 2 --name Early
bookings create --location nord --at "2027-03-01 17:00" --party 2 --name Tonight
bookings list --location nord
bookings list --location nord --date 2027-03-05 --status confirmed --search Ast --limit 1
A = bookings list --location nord --search Astrid
O = bookings list --location nord --search Olle
K = bookings list --location nord --search Kari
M = bookings list --location nord --search Mette
T = bookings list --location nord --search Tonight
bookings show $A
bookings move $A --at "2027-03-05 20:30"
bookings edit $A --notes "No nuts" --phone "+46 8 123"
bookings assign $O --table T5
bookings pin $O
bookings unpin $O
evening nord --date 2027-03-05
tables block nord T5 --from "2027-03-05 17:00" --to "2027-03-05 23:00" --reason "Leg broken"
tables blocks nord
tables block nord T5 --from "2027-03-05 17:00" --to "2027-03-05 23:00" --force
bookings unseated nord
BLOCK = tables blocks nord
tables unblock $BLOCK
bookings extend $O --by 30m
bookings cancel $K --yes
bookings cancel $K --yes
bookings arrive $T
bookings seat $T
bookings leave $T
bookings undo $T
bookings no-show $M --yes
bookings complete $O
bookings show $T
waitlist add nord --date 2027-03-06 --from 19:00 --to 20:00 --party 2 --name Waiting --email w@example.se
waitlist list nord --date 2027-03-06
holds list nord
turns nord
demand nord
import nord old.csv --dry-run
import nord old.csv
import nord old.csv
keys create --partner acme --location nord --expires-in 90d
keys list
KEY = keys list
keys rotate $KEY --overlap 1h
keys revoke $KEY --yes
sandbox key --email dev@example.com --system "My app"
sandbox sweep
webhooks add --partner acme --url http://127.0.0.1:1/hook --event booking.created
webhooks list
W = webhooks list
webhooks test $W
webhooks disable $W --yes
webhooks enable $W
webhooks rotate $W --overlap 1h
webhooks deliveries $W
webhooks remove $W --yes
mails list
mails open
mails retry
guests export --email astrid@example.se
guests erase --email astrid@example.se --yes
guests purge --older-than 730d --yes
staff add anna@example.se --location nord --role manager --name Anna
staff add bo@example.se --location nord --role host
staff list
staff sessions list
staff remove bo@example.se --location nord --yes
staff link anna@example.se
staff link --demo
service disable --yes
service enable
maintenance
completion bash
completion zsh
completion fish
conformance --list
accept-key
backup whole.tar.gz
restore whole.tar.gz
locations remove nord --yes
nonsense
bookings show
bookings show bk_none
keys create --partner "Not a slug"
--version
`;

/** Runs each step, in the form that `form` gives it. */
export async function recordCommands(program: Program, form: 'table' | 'json', take: Take): Promise<void> {
  for (const [name, content] of Object.entries(FILES)) program.write(name, content);
  const known = new Map<string, string>();
  let count = 0;
  for (const step of STEPS.trim().split('\n')) {
    const [, name, line = step] = /^([A-Z]+) = (.*)$/.exec(step) ?? [];
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) =>
      (quoted ?? plain!).replace(/^\$([A-Z]+)$/, (_, which: string) => known.get(which) ?? 'unknown'),
    );
    const isJson = form === 'json' || name !== undefined;
    const { code, out, err } = await program.run(isJson ? [...args, '--json'] : args);
    if (name !== undefined) known.set(name, /"id": *"([^"]+)"/.exec(out)?.[1] ?? 'unknown');
    else {
      count += 1;
      const file = `${String(count).padStart(3, '0')}-${line.replaceAll(/[^\w]+/g, '-').slice(0, 50)}`;
      take(`cli/${form}/${file}.txt`, `$ bord ${line}\nexit code ${code}\n${out}--- stderr\n${err}`);
    }
  }
}

/** The help of a command and of those below it. */
export async function recordHelp(
  program: Program,
  take: Take,
  command: readonly string[] = [],
): Promise<void> {
  const { out } = await program.run([...command, '--help']);
  take(`cli/help/${['bord', ...command].join('-')}.txt`, out);
  if (!/^Usage: .*\[command\]/m.test(out)) return;
  const names = [...out.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm)].map(([, name]) => name!);
  for (const name of names.filter((one) => one !== 'help'))
    await recordHelp(program, take, [...command, name]);
}
