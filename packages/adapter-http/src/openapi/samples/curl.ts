import { bodyText, filledPath, type SampleRequest } from './sample-request.ts';

/** A request as a command for a shell that has its variables. */
export function curlOf(request: SampleRequest): string {
  const { method, query, body } = request;
  const usual = body === null ? 'GET' : 'POST';
  const lines = [
    `curl ${method === usual ? '' : `-X ${method} `}"$BORD${filledPath(request, (name) => `$${name}`)}${query}"`,
    `  -H "Authorization: Bearer $KEY"`,
    ...(body === null
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${bodyText(request, `"'try-$(date +%s)'"`)}'`]),
  ];
  return lines.join(' \\\n');
}
