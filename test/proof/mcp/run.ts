import { DEMO_ID } from '../../support/world.ts';
import { oneOf, readOptions } from '../../support/instrument-options.ts';
import { dayAhead } from '../../servers/bord-process.ts';
import { ON_BORD, type Result, REVISIONS, type Revision, runAll, runOne, whyLeftOut } from './conformance.ts';
import { bookByInspector } from './inspector.ts';
import { serveMcp } from './served.ts';

const PARTS = ['all', 'conformance', 'inspector'] as const;
const HELP = `The test suite of the Model Context Protocol and the MCP inspector, against the MCP server.

npm run proof -- mcp [options]

  --only PART   ${PARTS.slice(1).join(' or ')} (all)

The suite runs all server scenarios of the revisions ${REVISIONS.join(' and ')}: those without fixtures against Bord's tools at
/mcp, the others against fixtures behind the same mounting code. Then the inspector's command line, which npm fetches, books
a table. Last, two servers with a planted fault must fail.

Exit code: 0 all scenarios that apply passed, a table was booked, and both faults were noticed; 1 otherwise; 2 wrong usage.`;

const only = oneOf('only', PARTS, readOptions(HELP, { only: 'all' }).only);
if (only !== 'inspector') {
  for (const revision of REVISIONS) await conform(revision);
  await control('origin', 'dns-rebinding-protection');
  await control('mcp-method', 'http-header-validation');
}
if (only !== 'conformance') await inspect();

async function conform(revision: Revision): Promise<void> {
  const { url, close } = await serveMcp();
  const [onBord, onFixtures] = [
    await runAll(`${url}/mcp`, revision),
    await runAll(`${url}/fixtures`, revision),
  ];
  await close();
  const isOnBord = ({ scenario }: Result): boolean => ON_BORD[revision].includes(scenario);
  const rows = [...onBord.filter(isOnBord), ...onFixtures.filter((one) => !isOnBord(one))];
  const applying = rows.filter(({ scenario }) => whyLeftOut(scenario) === undefined);
  for (const [path, some] of [
    ['/mcp', applying.filter(isOnBord)],
    ['/fixtures', applying.filter((one) => !isOnBord(one))],
  ] as const) {
    const tried = some.filter(({ passed }) => passed > 0);
    const checks = tried.reduce((sum, { passed }) => sum + passed, 0);
    const failed = some.filter((one) => one.failed > 0).map(({ scenario }) => scenario);
    const isMissing = path === '/mcp' && tried.length < ON_BORD[revision].length;
    const text = `${revision} ${path}: ${tried.length} scenarios, ${checks} checks`;
    report(
      text,
      failed.length > 0 ? failed.join(', ') : isMissing || tried.length === 0 ? 'not all ran' : null,
    );
  }
  for (const { scenario, passed, failed } of rows) {
    const why = whyLeftOut(scenario) ?? (passed + failed === 0 ? 'skipped by the suite' : undefined);
    if (why !== undefined) console.log(`-      ${revision} ${scenario}: ${why}`);
  }
}

async function control(hidden: string, scenario: string): Promise<void> {
  const { url, close } = await serveMcp(hidden);
  const { failed } = await runOne(`${url}/mcp`, REVISIONS[0], scenario);
  await close();
  report(`control: a server that does not see ${hidden}`, failed > 0 ? null : 'not noticed');
}

async function inspect(): Promise<void> {
  const { url, engine, close } = await serveMcp();
  const answer = await bookByInspector(`${url}/mcp`, dayAhead(7));
  const [booking] = await engine.operator.at(DEMO_ID).bookings.list();
  await close();
  const isBooked = answer['status'] === 'confirmed' && booking?.guest?.name === 'Astrid';
  report('the inspector books a table', isBooked ? null : JSON.stringify(answer));
}

function report(text: string, wrong: string | null): void {
  console.log(`${wrong === null ? 'ok    ' : 'FAILED'} ${text}${wrong === null ? '' : `: ${wrong}`}`);
  if (wrong !== null) process.exitCode = 1;
}
