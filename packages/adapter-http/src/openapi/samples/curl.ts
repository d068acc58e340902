import { bodyText, filledPath, type SampleRequest } from './sample-request.ts';

/** Sixteen random hexadecimal digits, with standard tools only. */
const FRESH_KEY = `"'$(od -An -N8 -tx1 /dev/urandom | tr -d ' ')'"`;

/** Variables for later samples, by the operation whose answer has them: the variable's name and the prefix of the id. */
const IDS: Readonly<Record<string, readonly [variable: string, prefix: string]>> = {
  createBooking: ['BOOKING', 'bk_'],
  createHold: ['HOLD', 'hd_'],
  joinWaitlist: ['WAITING', 'wt_'],
};

/** A request as a shell command. It stores the ids that later samples need, and shows the answer. */
export function curlOf(request: SampleRequest): string {
  const { operation, method, query, body } = request;
  const usual = body === null ? 'GET' : 'POST';
  const varying = { freshKey: FRESH_KEY, variable: (name: string) => `"'$${name}'"` };
  const lines = [
    `curl ${method === usual ? '' : `-X ${method} `}"$BORD${filledPath(request, (name) => `$${name}`)}${query}"`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body === null
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${bodyText(request, varying)}'`]),
  ];
  const command = lines.join(' \\\n');
  if (operation === 'readAvailability')
    return `${exported('SLOTS', command, `grep -o '"slot":"[^"]*","available":true' | cut -d '"' -f 4`)}
export SLOT=$(echo "$SLOTS" | head -n 1) LATER=$(echo "$SLOTS" | tail -n 1)`;
  const [variable, prefix] = IDS[operation] ?? [];
  return variable === undefined ? command : exported(variable, command, `grep -o '${prefix}[A-Za-z0-9]*'`);
}

function exported(variable: string, command: string, filter: string): string {
  return `export ${variable}=$(${command.replace('curl', 'curl -s')} \\\n  | tee -a /dev/stderr | ${filter})`;
}
