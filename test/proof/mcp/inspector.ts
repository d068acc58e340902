/** Books with the command line of the MCP inspector. npm fetches it: with its user interfaces it has more packages than a development dependency is worth. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@modelcontextprotocol/inspector@2.12.0';

type Facts = Readonly<Record<string, unknown>>;

/** The booking that three calls lead to. */
export async function bookByInspector(url: string, date: string): Promise<Facts> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-inspector-'));
  const inspect = (...options: readonly string[]): Promise<Facts> =>
    new Promise((done, fail) => {
      const args = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'mcp-inspector', '--cli', url, ...options];
      // Its settings are written below the home folder.
      const env = { ...process.env, MCP_STORAGE_DIR: folder };
      execFile('npm', args, { env }, (error, out, err) =>
        error ? fail(new Error(out + err)) : done(JSON.parse(out) as Facts),
      );
    });
  const use = async (tool: string, args: Facts): Promise<Facts> => {
    const pairs = Object.entries(args).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const given = ['--method', 'tools/call', '--tool-name', tool, '--tool-arg', ...pairs];
    return (await inspect(...given))['structuredContent'] as Facts;
  };
  try {
    const { times } = await use('find_times', { date, time: '19:00', party_size: 2 });
    const [{ offer }] = times as [{ readonly offer: string }];
    const { hold, date: on, weekday, time, party_size } = await use('hold_table', { offer });
    const expect = { date: on, weekday, time, party_size };
    return await use('book_table', { hold, name: 'Astrid', email: 'astrid@example.se', expect });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
