/**
 * Runs tests repeatedly in one process, in its working folder: vitest, its database server and its compiled modules stay, so that a run
 * takes half a second instead of five. `TestRunner` starts it, and ends it with all processes that it has started.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import type { Answer, Report, Start, Wish } from './runner.ts';

class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const folder = process.cwd();
const start = JSON.parse(process.argv[2]!) as Start;
const send = (answer: Answer): void => void process.send!(answer);
const ownServer = process.env['BORD_TEST_PG'] === undefined;

process.env['BORD_TEST_SOURCES'] = '1'; // they change between runs

const vitest = await createVitest({
  root: folder,
  watch: false,
  bail: start.bail,
  maxWorkers: start.workers,
  reporters: [
    {
      onTestModuleEnd: (module: TestModule) =>
        send({ kind: 'ended', file: relative(folder, module.moduleId) }),
    },
  ],
  ...(start.bail === 0 ? {} : { sequence: { sequencer: AsGiven } }),
});
await vitest.standalone();

process.on('message', (wish: Wish) => {
  const answer = wish.kind === 'list' ? list(wish.projects) : run(wish);
  answer.then(send, (error: Error) =>
    send({ kind: 'report', report: null, errors: [error.stack ?? error.message] }),
  );
});
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
send({ kind: 'ready' });

async function list(projects: readonly string[]): Promise<Answer> {
  const found = await vitest.globTestSpecifications();
  const wanted = found.filter(({ project }) => projects.includes(project.name));
  return { kind: 'listed', tests: wanted.map(({ moduleId }) => relative(folder, moduleId)) };
}

async function run({ tests, titled, changed }: Wish & { kind: 'run' }): Promise<Answer> {
  // Failures of earlier runs would count for `bail`.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  if (titled === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(titled);
  for (const file of changed) vitest.invalidateFile(join(folder, file));
  // Databases are copies of one that is migrated once for each name of a run.
  if (changed.some((file) => !file.endsWith('.ts')))
    process.env['BORD_TEST_RUN'] = randomBytes(8).toString('hex');
  const files = tests.map((file) => join(folder, file));
  const specifications = files.flatMap((file) =>
    vitest.projects
      .filter((project) => project.matchesTestGlob(file))
      .map((each) => each.createSpecification(file)),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const report: Report = {
    testResults: testModules
      .filter(({ moduleId }) => files.includes(moduleId))
      .map((module) => ({
        name: module.moduleId,
        status: module.state(),
        message: module.errors()[0]?.message ?? '',
        assertionResults: [...module.children.allTests()].map((test) => ({
          fullName: test.fullName.replaceAll(' > ', ' '),
          status: test.result().state,
        })),
      })),
  };
  endOrphans();
  await dropDatabases();
  return {
    kind: 'report',
    report,
    errors: unhandledErrors.map((error) => String((error as Partial<Error>).message ?? error)),
  };
}

/** Ends what tests that were broken off have left running: processes of this group whose parent has ended. Linux only. */
function endOrphans(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const [, parent, group] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      if (Number(group) === process.pid && parent === '1') process.kill(Number(name), 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}

/** On a server that is only ours; each run makes some. */
async function dropDatabases(): Promise<void> {
  if (!ownServer) return;
  const client = new pg.Client({ connectionString: process.env['BORD_TEST_PG_URL'] });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE 'bord\\_test\\_%' OR datname LIKE 'bord\\_template\\_%' AND datname <> $1`,
      [`bord_template_${process.env['BORD_TEST_RUN']}`],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
