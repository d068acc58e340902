/** The page of settings, from the list of variables that the command line reads. */
import { names, SECRET, variables } from '../../packages/cli/src/config/variables.ts';
import { anchor, code, noteOf, page, prose, table } from './markdown.ts';

/** The settings in the order of the page. */
export const settings = names.map((name) => ({ ...variables[name], name }));

export function settingsPage(): string {
  const rows = settings.map(({ name, must, standard, meaning }) => [
    `${anchor(name)}${code(name)}`,
    standard,
    prose(must),
    meaning,
  ]);
  const secret = names.filter((name) => SECRET.has(name)).map(code);
  return page([
    noteOf('packages/cli/src/config/variables.ts'),
    '# Settings',
    'This page lists the settings of a Bord server, for operators. Settings are environment variables. Bord also reads them from the file `.env` in the folder where it starts.',
    table(['setting', 'default', 'value', 'meaning'], rows),
    NOTES,
    `Messages and the log never repeat the value of ${secret.slice(0, -1).join(', ')} and ${secret.at(-1)!}.`,
  ]);
}

const NOTES = `## How settings are read

- An option of a command, such as \`bord serve --port\`, has priority over the environment. The environment has priority over \`.env\`.
- An empty value counts as not set.
- A bad value stops the start, and the message names the variable. An unknown \`BORD_\` variable stops the start if its name differs from a setting by at most two letters.
- Any other unknown \`BORD_\` variable is a warning. Variables that Kubernetes sets for a service named \`bord\` are ignored.
- [\`bord doctor\`](commands.md#bord-doctor) checks all settings.

## URL parameters

- The parameters of \`BORD_DATABASE\` are those of libpq and [\`pg\`](https://node-postgres.com). A parameter without effect is a warning, and an unknown parameter stops the start. [Failover](../operate/failover.md) describes several hosts.
- \`BORD_DATABASE_DIRECT\` is for databases behind [PgBouncer](../../packages/adapter-pg/README.md#pgbouncer) or another transaction pooler.
- \`BORD_MAIL\` accepts \`requireTLS\`, \`ignoreTLS\`, \`authMethod\`, \`name\` and \`tls.…\` ([TLS options](https://nodejs.org/api/tls.html#tlsconnectoptions-callback)). User and password are part of the URL: \`smtp://user:password@host\`.
- \`BORD_FILES\` with \`s3:\` accepts \`region\` (default \`us-east-1\`). It needs the package \`aws4fetch\` (\`npm install aws4fetch\`).
- The folder of a SQLite file is created only by \`npm start\`, \`bord serve\` and \`bord migrate\`, so that a mistyped path is noticed.`;
