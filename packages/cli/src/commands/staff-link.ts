import { formatInstant } from '@bord/engine';
import type { Runtime } from '../composition.ts';
import type { BordCommand } from '../command.ts';
import { publicUrl } from '../config/base-url.ts';
import { memberNamed } from '../config/member-named.ts';
import { runningServer } from '../config/running-server.ts';
import { DEMO_EMAIL, type DemoLink, makeDemoLink } from '../demo/demo-console.ts';
import { hasDemo } from '../demo.ts';
import { Failure } from '../output/failure.ts';
import { openLog } from '../output/log.ts';

export function defineLink(command: BordCommand): void {
  command
    .subcommand('link', 'print a sign-in link for a member of staff', [
      'staff link anna@bistro-nord.se',
      'staff link anna@bistro-nord.se --json',
      'staff link --demo',
    ])
    .description(
      'Prints a link that signs a member of staff in: once, in any browser, within 15 minutes. Bord notifies the member by e-mail,\n' +
        'without the link, and writes a line to the log (the standard error). With --demo, the link opens the console and the mailbox\n' +
        'of the demo restaurant, within 24 hours; bord serve prints one at its start.',
    )
    .argument('[member]', 'the e-mail address, or the id')
    .option('--demo', 'for the demo restaurant')
    .checks(
      ({ demo }: { readonly demo?: true }, [who]) =>
        Boolean(demo) === (who !== undefined) && 'name an e-mail address, or use --demo',
    )
    .answers(async (runtime, _, who) => {
      const { config } = runtime;
      const base = (await runningServer(config)) ?? publicUrl(config);
      const { email, path, expiresMs } = await (who === undefined
        ? demoLink(runtime)
        : memberLink(runtime, who));
      const url = `${base}${path}`;
      const hours = who === undefined ? '24 hours' : '15 minutes';
      return {
        json: { email, url, expiresAt: formatInstant(expiresMs) },
        text: () => `Open it within ${hours}, once:\n  ${url}`,
      };
    });
}

interface StaffLink extends DemoLink {
  readonly email: string;
}

async function demoLink({ engine, config }: Runtime): Promise<StaffLink> {
  if (!config.demo || !(await hasDemo(engine)))
    throw new Failure('the demo restaurant is missing: start bord serve with BORD_DEMO=1');
  return { email: DEMO_EMAIL, ...(await makeDemoLink(engine)) };
}

async function memberLink({ engine, config }: Runtime, who: string): Promise<StaffLink> {
  const { id: staffId, email } = await memberNamed(engine, who);
  const { token, expiresMs } = await engine.operator.staff.link(staffId);
  const log = await openLog(config.logLevel, 2);
  log.info({ staffId, expiresAt: formatInstant(expiresMs) }, 'a sign-in link was printed');
  return { email, path: `/console/sign-in/${token}`, expiresMs };
}
