import { bodyText, filledPath, type SampleRequest, variablesOf } from './sample-request.ts';

/** A request as a module for Node.js or another runtime with `fetch`, without any package. */
export function javaScriptOf(request: SampleRequest): string {
  const { method, query, body } = request;
  const headers = body === null ? '' : ", 'content-type': 'application/json'";
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { authorization: \`Bearer \${KEY}\`${headers} },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(objectText(request))}),`]),
  ];
  return [
    `const { ${variablesOf(request).join(', ')} } = process.env;`,
    '',
    `const response = await fetch(\`\${BORD}${filledPath(request, (name) => `\${${name}}`)}${query}\`, {`,
    ...lines,
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

/** As one writes it: names without quotes. */
function objectText(request: SampleRequest): string {
  return bodyText(request, 'crypto.randomUUID()').replaceAll(/"(\w+)": /g, '$1: ');
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
